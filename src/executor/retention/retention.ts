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
      'the age of what leaves the journal is not set: give --after-days or --deliveries-after-days (payloadsAfterDays or deliveriesAfterDays of the API), or set retention.payloadsAfterDays or retention.deliveriesAfterDays',
    );
  return {
    folder: asked.folder ?? configured.folder,
    ...(payloadsAfterDays === undefined ? {} : { payloadsAfterDays }),
    ...(deliveriesAfterDays === undefined ? {} : { deliveriesAfterDays }),
  };
}
