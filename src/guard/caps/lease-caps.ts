import { boundsOf, type LeaseCaps, useOf } from '../../core/caps/cap.ts';
import type { Job } from '../../core/swap/job.ts';
import type { Valuing } from '../price-of.ts';
import { valueInUsd } from './value-in-usd.ts';

/** What the lease of a payment reserves. `undefined`: no cap is configured. */
export function leaseCaps(job: Job, provider: string, request: Valuing): LeaseCaps | undefined {
  const { caps } = request.guardPolicy;
  if (caps.length === 0) return undefined;
  const use = useOf(job, provider, valueInUsd(job, request));
  return { use, bounds: boundsOf(caps, job, use, provider) };
}
