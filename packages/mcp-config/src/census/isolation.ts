/** The fields of isolation. */
import type { Answers } from '@mcpgw/structure';
import { answers, unsupported } from './natures.js';

const ofContainer = answers({ inert: ['isolation-unused'], conflicts: ['isolation-unused'] });
const folders = answers({
  inert: ['isolation-unused'],
  opens: ['isolation-opened'],
  breaks: ['bad-value', 'isolation-blocks'],
  conflicts: 'A folder that is in both lists can be written.',
});
const limit = answers({
  inert: ['isolation-unused'],
  opens: 'The text 0 is documented: no limit.',
  breaks: 'The engine refuses other strings, and the failure of the server shows its words.',
  conflicts: ['isolation-unused'],
});

export const isolationCensus: Readonly<Record<string, Answers>> = {
  enabled: answers({ inert: ['isolation-unused'], opens: ['isolation-opened'], conflicts: ['isolation-unused'] }),
  mode: answers({
    inert: ['isolation-unused'],
    opens: ['isolation-opened'],
    breaks: 'Where nothing can isolate it, the server does not start, and the failure says why.',
    conflicts: ['isolation-unused'],
  }),
  network_mode: answers({
    inert: ['isolation-unused'],
    opens: ['isolation-opened'],
    breaks: ['bad-value', 'isolation-blocks'],
    conflicts: ['isolation-unused', 'isolation-blocks'],
  }),
  extra_args: answers({
    inert: ['isolation-unused'],
    opens: ['isolation-opened'],
    breaks: 'The engine refuses unknown arguments, and the failure of the server shows its words.',
    conflicts: 'They stand last, so that they count.',
  }),
  log_driver: ofContainer,
  log_max_size: ofContainer,
  log_max_files: ofContainer,
  read_folders: folders,
  write_folders: folders,
  memory_limit: { ...limit, breaks: ['isolation-blocks'] },
  cpu_limit: limit,
  image: answers({ inert: ['isolation-unused'], breaks: ['missing-field'], conflicts: ['isolation-unused'] }),
  working_dir: ofContainer,
};

const { image: _image, working_dir: _workingDir, ...shared } = isolationCensus;

/** Those that hold for all servers, without those of one. */
export const isolationDefaultsCensus: Readonly<Record<string, Answers>> = {
  ...shared,
  registry: ofContainer,
  default_images: answers({ inert: ['isolation-unused'], breaks: 'The engine says that it finds no image.' }),
  timeout: unsupported,
};
