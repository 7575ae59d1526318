import { join } from 'node:path';
import { FerrymanError } from '../../errors/ferryman-error.ts';

/** What leaves the journal, and when. Absent members: it stays. */
export interface Retention {
  /** The routing service's answers are archived when the swap has not changed for so many days. */
  payloadsAfterDays?: number | undefined;
  /** Absolute path of the archives. */
  folder: string;
  /** Deliveries of webhooks are removed when they ended so many days ago. */
  deliveriesAfterDays?: number | undefined;
}

/** As it is configured. */
export type RetentionOptions = Omit<Retention, 'folder'> & {
  /** Absolute path of the archives. Default: `archive` in the data folder. */
  folder?: string | undefined;
};

export function retentionIn(dataFolder: string, options: RetentionOptions = {}): Retention {
  return { ...options, folder: options.folder ?? join(dataFolder, 'archive') };
}

/**
 * What a person asks for, and the rest as it is configured.
 * @throws `INVALID_REQUEST` if nothing would leave the journal
 */
export function chooseRetention(asked: Partial<Retention>, configured: Retention): Retention {
  const payloadsAfterDays = asked.payloadsAfterDays ?? configured.payloadsAfterDays;
  const deliveriesAfterDays = asked.deliveriesAfterDays ?? configured.deliveriesAfterDays;
  if (payloadsAfterDays === undefined && deliveriesAfterDays === undefined)
    throw new FerrymanError(
      'INVALID_REQUEST',
      'no age is set at which anything leaves the journal, so nothing would',
      {
        faults: ['payloadsAfterDays', 'deliveriesAfterDays'].map((name) => ({
          pointer: `/${name}`,
          message: `is absent: give it, or set retention.${name}`,
        })),
      },
    );
  return {
    folder: asked.folder ?? configured.folder,
    ...(payloadsAfterDays === undefined ? {} : { payloadsAfterDays }),
    ...(deliveriesAfterDays === undefined ? {} : { deliveriesAfterDays }),
  };
}
