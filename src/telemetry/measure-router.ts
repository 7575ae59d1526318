import { toFerrymanError } from '../errors/ferryman-error.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { Router, RouterEndpoint } from '../ports/router.ts';

/** A router whose calls are counted by endpoint and outcome. */
export function measureRouter(router: Router, metrics: Pick<Metrics, 'routerCalled'>): Router {
  async function count<Answer>(endpoint: RouterEndpoint, call: Promise<Answer>): Promise<Answer> {
    try {
      const answer = await call;
      metrics.routerCalled(endpoint, 'ok');
      return answer;
    } catch (error) {
      metrics.routerCalled(endpoint, toFerrymanError(error).code);
      throw error;
    }
  }
  return {
    // No call of its own.
    reserveCalls: (needed) => router.reserveCalls(needed),
    servesSwapBest: () => router.servesSwapBest(),
    quote: (job, calls) => count('quote', router.quote(job, calls)),
    swap: (job, quoteId, calls) => count('swap', router.swap(job, quoteId, calls)),
    swapBest: (job, orderId, calls) => count('swapBest', router.swapBest(job, orderId, calls)),
    // The service's endpoint is the same.
    deposit: (job, quoteId, options) => count('swap', router.deposit(job, quoteId, options)),
    status: (query) => count('status', router.status(query)),
    refund: (query) => count('refund', router.refund(query)),
    claim: (query) => count('claim', router.claim(query)),
  };
}
