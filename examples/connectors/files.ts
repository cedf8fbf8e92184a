/** Files of the session's workspace, for tools, scripts and tests alike. */
import { Connector, contextResult, listWorkspaceFolder, WorkspaceError, workspaceRoot } from '@mcpgw/kit';

const maxFiles = 1000;
const maxFolders = 1000;
const maxLine = 500;

/** The files below a folder; links are not followed. */
async function filesBelow(folder: string): Promise<string[]> {
  const found: string[] = [];
  const folders = [folder];
  for (let index = 0; index < folders.length && index < maxFolders && found.length < maxFiles; index++) {
    for (const { name, kind } of await listWorkspaceFolder(folders[index])) {
      if (kind === 'folder') folders.push(`${folders[index]}/${name}`);
      else if (kind === 'file') found.push(`${folders[index]}/${name}`);
    }
  }
  return found.slice(0, maxFiles).sort();
}

export class Files extends Connector {
  static readonly read = contextResult()((path: string): Promise<string> => Files.readFile(path));

  static async write(path: string, content: string): Promise<string> {
    return Files.writeFile(path, content);
  }

  /** The paths of the files below a folder, at most 1,000, a line each. */
  static readonly list = contextResult()(async (folder: string = workspaceRoot): Promise<string> => (await filesBelow(folder)).join('\n'));

  /** Lines that hold `word`, as `path:line: text`. Files that cannot be read are left out. */
  static readonly search = contextResult('log_search')(async (word: string, folder: string = workspaceRoot): Promise<string> => {
    const found: string[] = [];
    for (const path of await filesBelow(folder)) {
      const lines = (await Files.#readOrEmpty(path)).split('\n');
      for (const [index, line] of lines.entries()) if (line.includes(word)) found.push(`${path}:${index + 1}: ${line.slice(0, maxLine)}`);
    }
    return found.join('\n');
  });

  static async #readOrEmpty(path: string): Promise<string> {
    try {
      return await Files.readFile(path, { maxBytes: 16 * 1024 * 1024 });
    } catch (error) {
      if (error instanceof WorkspaceError) return '';
      throw error;
    }
  }
}
