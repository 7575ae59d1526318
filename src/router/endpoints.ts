import type { CallKind } from '../ports/call-budget.ts';
import type { RouterEndpoint } from '../ports/router.ts';

interface Endpoint {
  method: 'GET' | 'POST';
  /** The interface's; the configuration can name another. */
  path: string;
  kind: CallKind;
}

/** Where each call goes, and which share of the call budget it takes. */
export const endpoints: Readonly<Record<RouterEndpoint, Endpoint>> = {
  quote: { method: 'POST', path: '/api/routes/quoteBest', kind: 'execution' },
  swap: { method: 'POST', path: '/api/routes/swap', kind: 'execution' },
  swapBest: { method: 'POST', path: '/api/routes/swapBest', kind: 'execution' },
  status: { method: 'GET', path: '/api/routes/status', kind: 'polling' },
  checkApprove: { method: 'GET', path: '/api/utility/checkApprove', kind: 'execution' },
  refund: { method: 'GET', path: '/api/utility/celerRefund', kind: 'execution' },
  claim: { method: 'GET', path: '/api/utility/claim', kind: 'execution' },
  providers: { method: 'GET', path: '/api/info/providers', kind: 'polling' },
  chains: { method: 'GET', path: '/api/routes/chains', kind: 'polling' },
};
