/**
 * Writes what each package declares to its users, as API Extractor reports it: `OUTPUT/NAME.api.md`. `./internal` of a package is no part
 * of it.
 *
 * node tools/api-reports.mjs FOLDER OUTPUT     FOLDER has the packages in node_modules/@mcpgw
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import extractor from '@microsoft/api-extractor';

const { Extractor, ExtractorConfig, ExtractorLogLevel } = extractor;
const [folder, output] = process.argv.slice(2).map(path => resolve(path));
const installed = join(folder, 'node_modules/@mcpgw');
mkdirSync(output, { recursive: true });

/** The declarations that users import, by the name of the import below the package. */
function entriesOf(packageFolder) {
  const { exports = {} } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  return Object.entries(exports)
    .filter(([name]) => name !== './internal' && name !== './package.json')
    .flatMap(([name, { types }]) => {
      if (!name.endsWith('*')) return [[name.slice(2), types]];
      const [before, after] = types.split('*');
      const names = readdirSync(join(packageFolder, before), { withFileTypes: true }).filter(entry => entry.isDirectory());
      return names.map(entry => [entry.name, before + entry.name + after]).filter(([, file]) => isFile(join(packageFolder, file)));
    })
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

function isFile(path) {
  try {
    readFileSync(path);
    return true;
  } catch {
    return false;
  }
}

/** One file with all of them: a subpath is a namespace. */
function entryPoint(packageFolder) {
  const entries = entriesOf(packageFolder);
  if (entries.length === 1 && entries[0][0] === '') return join(packageFolder, entries[0][1]);
  const lines = entries.map(([name, types]) => {
    const from = types.replace(/\.d\.ts$/, '.js');
    return name === '' ? `export * from '${from}';` : `import * as ${name} from '${from}';\nexport { ${name} };`;
  });
  const file = join(packageFolder, 'all.d.ts');
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

function report(name) {
  // API Extractor takes what is in node_modules for the package of somebody else.
  const packageFolder = join(folder, 'packages', name);
  cpSync(join(installed, name), packageFolder, { recursive: true });
  const entry = entryPoint(packageFolder);
  const compilerOptions = {
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    target: 'ES2022',
    lib: ['ES2023'],
    types: ['node'],
    strict: true,
  };
  const config = ExtractorConfig.prepare({
    configObject: {
      projectFolder: packageFolder,
      mainEntryPointFilePath: entry,
      newlineKind: 'lf',
      compiler: {
        overrideTsconfig: { compilerOptions: { ...compilerOptions, skipLibCheck: true }, files: [relative(packageFolder, entry)] },
      },
      apiReport: { enabled: true, reportFolder: output, reportTempFolder: join(output, 'temp'), reportFileName: `${name}.api.md` },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
        extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
        tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(packageFolder, 'package.json'),
  });
  const messages = [];
  const { errorCount } = Extractor.invoke(config, {
    localBuild: true,
    messageCallback: message => {
      message.handled = true;
      if (message.logLevel === ExtractorLogLevel.Error) messages.push(message.text);
    },
  });
  if (errorCount > 0) throw new Error(`@mcpgw/${name}: ${messages.join('\n')}`);
  // The text of a long constant is no part of what is declared.
  const file = join(output, `${name}.api.md`);
  writeFileSync(file, readFileSync(file, 'utf8').replace(/ = "(?:[^"\\]|\\.){120,}";/g, ': string;'));
}

for (const name of readdirSync(installed).sort()) report(name);
