import { writeSync } from 'node:fs';
import { encodeString } from '@mcpgw/helm';

let isPending = false;

/**
 * Writes a Go string to standard output as it is, all of it, before it returns: for data, such as rendered manifests, that the next
 * program reads byte by byte (text for people is printed by terminal.ts). `process.stdout` would load Node's streams and network
 * modules for it, which costs more than a small render. A reader that closed the pipe (`| head`) is not an error.
 */
export function writeData(text: string): void {
  const data = encodeString(text);
  let offset = 0;
  while (offset < data.length) {
    try {
      offset += writeSync(1, data, offset);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EPIPE') return;
      if (code !== 'EAGAIN') throw error;
      isPending = true;
      process.stdout.write(data.subarray(offset));
      return;
    }
  }
}

/**
 * Ends the process, unless output of `writeData` remains to be written. A natural end of Node collects garbage and dismantles the heap,
 * which costs milliseconds.
 */
export function endProcess(): void {
  if (!isPending) process.exit();
}
