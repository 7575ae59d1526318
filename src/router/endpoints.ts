import type { CallKind } from '../ports/call-budget.ts';
import type { RouterEndpoint } from '../ports/router.ts';

interface Endpoint {
  method: 'GET' | 'POST';
  /**
   * The interface's path, then others that deployed services use. The configuration can name
   * another.
   */
  paths: readonly [string, ...string[]];
  kind: CallKind;
  /** The answer lists everything that the service knows, so it may be large. */
  isListing?: boolean;
}

/** The paths of each endpoint, and the share of the call budget that it takes. */
export const endpoints: Readonly<Record<RouterEndpoint, Endpoint>> = {
  quote: { method: 'POST', paths: ['/api/routes/quoteBest'], kind: 'execution' },
  swap: { method: 'POST', paths: ['/api/routes/swap'], kind: 'execution' },
  swapBest: { method: 'POST', paths: ['/api/routes/swapBest'], kind: 'execution' },
  status: {
    method: 'GET',
    paths: ['/api/routes/status', '/api/info/statusExtended', '/api/info/status'],
    kind: 'polling',
  },
  checkApprove: { method: 'GET', paths: ['/api/utility/checkApprove'], kind: 'execution' },
  refund: { method: 'GET', paths: ['/api/utility/celerRefund'], kind: 'execution' },
  claim: { method: 'GET', paths: ['/api/utility/claim'], kind: 'execution' },
  providers: { method: 'GET', paths: ['/api/info/providers'], kind: 'polling', isListing: true },
  chains: {
    method: 'GET',
    paths: ['/api/routes/chains', '/api/info/chains'],
    kind: 'polling',
    isListing: true,
  },
};
