import { access, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Names the folder where one run of the tests keeps what its files copy. */
export const templatesVariable = 'FERRYMAN_TEST_TEMPLATES';

/**
 * Makes what all files of a run of the tests copy, when the first of them needs it: the others wait
 * meanwhile. Gives its path; `undefined` outside of a run. What cannot be made, the next one tries.
 */
export async function makeOnce(
  name: string,
  make: (path: string) => Promise<void>,
): Promise<string | undefined> {
  const folder = process.env[templatesVariable];
  if (folder === undefined) return undefined;
  const path = join(folder, name);
  const claim = `${path}.claim`;
  while (!(await isThere(path))) {
    if (await claims(claim)) {
      try {
        if (!(await isThere(path))) await make(path);
      } finally {
        await rm(claim, { recursive: true });
      }
    } else await pause(30);
  }
  return path;
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Only one process at a time makes the folder. */
const claims = (path: string): Promise<boolean> =>
  mkdir(path).then(
    () => true,
    (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'EEXIST') return false;
      throw cause;
    },
  );
