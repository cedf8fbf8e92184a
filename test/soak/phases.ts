/** The phases of the soak test, in their order. */
import type { Phase } from './phase.js';
import { disk } from './phases/disk.js';
import { drain } from './phases/drain.js';
import { frozen } from './phases/frozen.js';
import { kills } from './phases/kills.js';
import { largeAnswers } from './phases/large.js';
import { readers } from './phases/readers.js';
import { redisOutages } from './phases/redis.js';
import { reload } from './phases/reload.js';
import { sessions } from './phases/sessions.js';
import { steady } from './phases/steady.js';
import { storms } from './phases/storms.js';

export const phases: readonly Phase[] = [steady, kills, frozen, sessions, storms, readers, largeAnswers, reload, redisOutages, disk, drain];
