import { z } from 'zod';
import { feedEvent, feedPage } from '../api/schemas/events.ts';

/** An event as a reader takes it: a newer service may know more topics and states. */
const heardEvent = feedEvent.extend({
  topics: z.array(z.string()),
  state: z.string().optional(),
  fundsState: z.string().optional(),
});

export type HeardEvent = z.infer<typeof heardEvent>;

export const heardPage = feedPage.extend({ events: z.array(heardEvent) });

/** @param data JSON of one event. `undefined`: it is none. */
export function readHeardEvent(data: string): HeardEvent | undefined {
  try {
    return heardEvent.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined;
  }
}
