/** The words of the published schemas: what kinds and their fields are for. */

import { commonWords, kindWords, podWords, restWords } from '@mcpgw/kubernetes';
import { monitoringWordsTable } from '../custom-resources/monitoring-words.js';
import { customWordsTable } from '../custom-resources/words.js';
import { readWords, type Words } from './words.js';

export const kubernetesWords: Words = readWords(commonWords, podWords, kindWords, restWords);
export const customWords: Words = readWords(customWordsTable);
export const monitoringWords: Words = readWords(monitoringWordsTable);
