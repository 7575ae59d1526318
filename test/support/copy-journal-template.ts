import { access, cp } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { until } from './until.ts';

/** Gives a data folder the empty embedded journal that its first opening would make. */
export async function copyJournalTemplate(dataFolder: string): Promise<void> {
  const template = inject('journalTemplate');
  await until(() =>
    access(template).then(
      () => true,
      () => false,
    ),
  );
  await cp(template, join(dataFolder, 'journal'), { recursive: true });
}
