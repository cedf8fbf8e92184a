/** The words of the published schemas: what kinds and their fields are for. */
import { monitoringWordsTable } from '../custom-resources/monitoring-words.js';
import { customWordsTable } from '../custom-resources/words.js';
import { commonWords } from '../kubernetes/words/common.js';
import { kindWords } from '../kubernetes/words/kinds.js';
import { podWords } from '../kubernetes/words/pods.js';
import { restWords } from '../kubernetes/words/rest.js';
import { readWords, type Words } from './words.js';

export const kubernetesWords: Words = readWords(commonWords, podWords, kindWords, restWords);
export const customWords: Words = readWords(customWordsTable);
export const monitoringWords: Words = readWords(monitoringWordsTable);
