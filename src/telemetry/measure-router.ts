import { toFerrymanError } from '../errors/ferryman-error.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { Router, RouterEndpoint } from '../ports/router.ts';

/** Wraps a router: counts and times its calls by endpoint and outcome. */
export function measureRouter(router: Router, metrics: Pick<Metrics, 'routerCalled'>): Router {
  async function count<Answer>(endpoint: RouterEndpoint, call: Promise<Answer>): Promise<Answer> {
    const start = performance.now();
    const seconds = () => (performance.now() - start) / 1_000;
    try {
      const answer = await call;
      metrics.routerCalled(endpoint, 'ok', seconds());
      return answer;
    } catch (error) {
      metrics.routerCalled(endpoint, toFerrymanError(error).code, seconds());
      throw error;
    }
  }
  return {
    // Makes no call to the service.
    reserveCalls: (needed, kind) => router.reserveCalls(needed, kind),
    servesSwapBest: () => router.servesSwapBest(),
    quote: (job, calls) => count('quote', router.quote(job, calls)),
    swap: (job, quoteId, calls) => count('swap', router.swap(job, quoteId, calls)),
    swapBest: (job, orderId, calls) => count('swapBest', router.swapBest(job, orderId, calls)),
    // Deposits use the same endpoint of the service.
    deposit: (job, quoteId, options) => count('swap', router.deposit(job, quoteId, options)),
    status: (query) => count('status', router.status(query)),
    refund: (query) => count('refund', router.refund(query)),
    claim: (query) => count('claim', router.claim(query)),
  };
}
