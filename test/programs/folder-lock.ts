import { lockFolder } from '../../src/journal/lock-folder.ts';

/**
 * Holds the lock of a data folder as Ferryman does, in a process whose parent kills it. Prints when
 * it has the lock, and when it lost it.
 */
const { lost } = await lockFolder(process.argv[2] ?? '');
lost.addEventListener('abort', () => process.stdout.write(`${lost.reason.code}\n`));
process.stdout.write('held\n');
setInterval(() => undefined, 60_000);
