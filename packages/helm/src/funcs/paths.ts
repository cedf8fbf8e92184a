/** Path functions of Sprig v3.3.0: Go's path, and path/filepath. On Linux both behave the same. */

import { baseName, cleanPath, extName } from '@mcpgw/go/path';
import type { Func } from '@mcpgw/go/values';
import { aliases } from './define.js';

export const pathFuncs: readonly Func[] = [
  ...aliases(['base', 'osBase'], ['string'], 'string', baseName),
  ...aliases(['dir', 'osDir'], ['string'], 'string', (path: string) => cleanPath(path.slice(0, path.lastIndexOf('/') + 1))),
  ...aliases(['ext', 'osExt'], ['string'], 'string', extName),
  ...aliases(['clean', 'osClean'], ['string'], 'string', cleanPath),
  ...aliases(['isAbs', 'osIsAbs'], ['string'], 'bool', (path: string) => path.startsWith('/')),
];
