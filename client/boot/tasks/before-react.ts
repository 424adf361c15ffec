import { nextTask } from '../../dom/next-frame.ts';

await nextTask();
