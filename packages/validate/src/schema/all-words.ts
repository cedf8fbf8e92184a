/** The descriptions in the published schemas, of kinds and their fields. */

import { customWordsTable, monitoringWordsTable } from '@mcpgw/custom-resources';
import { commonWords, kindWords, podWords, restWords } from '@mcpgw/kubernetes';
import { readWords, type Words } from './words.js';

export const kubernetesWords: Words = readWords(commonWords, podWords, kindWords, restWords);
export const customWords: Words = readWords(customWordsTable);
export const monitoringWords: Words = readWords(monitoringWordsTable);
