/** The words of the published schemas: what kinds and their fields are for. */
import { readWords, type Words } from './words.js';

export const kubernetesWords: Words = readWords();
export const customWords: Words = readWords();
