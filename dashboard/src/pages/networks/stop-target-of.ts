import type { Provider } from 'ferryman-client';
import type { StopSubject } from '../../shell/own-stop.ts';

/** What a stop of the provider stops. */
export function stopTargetOf({ name, sameAs }: Pick<Provider, 'name' | 'sameAs'>): StopSubject {
  return { scope: 'provider', subject: name, ...(sameAs === undefined ? {} : { sameAs }) };
}
