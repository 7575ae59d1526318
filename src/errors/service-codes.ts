import type { CodeEntry } from './code-entry.ts';

/** Failures of external services: the routing service and the chains' endpoints. */
export const serviceCodes = {
  ROUTER_UNAVAILABLE: {
    next: 'retry',
    status: 502,
    meaning:
      'The routing service did not respond, or responded with a server error. Ferryman retries until the deadline.',
  },
  ROUTER_RATE_LIMITED: {
    next: 'retry',
    status: 502,
    meaning:
      'The routing service is rate-limiting (429). Ferryman retries at the time it named, or later.',
  },
  ROUTER_MALFORMED: {
    next: 'retry',
    status: 502,
    meaning:
      'The routing service returned something that its interface does not describe, or other decimals than the chain’s. Ferryman uses none of it, and retries until the deadline.',
  },
  ROUTER_PATH_NOT_FOUND: {
    next: 'retry',
    status: 502,
    meaning:
      'The routing service serves an endpoint at none of its known paths. Ferryman retries, and a swap that is paid waits. Set the `router.paths.…` that the message names to the path at which the service serves it.',
  },
  ROUTER_NO_ROUTE: {
    next: 'requote',
    status: 502,
    meaning:
      'The routing service has no route for this pair and amount now. Ferryman requotes until the deadline.',
  },
  ROUTER_QUOTE_EXPIRED: {
    next: 'requote',
    status: 502,
    meaning: 'The quote expired. Ferryman requests a new one.',
  },
  ROUTER_REFUSED: {
    next: 'stop',
    status: 502,
    meaning:
      'The routing service refuses this request permanently; its code and reason are in the message. Correct the job or the service’s settings accordingly.',
  },
  ROUTER_BALANCE: {
    next: 'requote',
    status: 502,
    meaning:
      'The routing service reports too little balance or allowance, but the chain shows enough: the service may be behind. Ferryman retries until the deadline, each time after a check of the wallet.',
  },
  CHAIN_UNAVAILABLE: {
    next: 'retry',
    status: 503,
    meaning:
      'The chain did not respond in time (`submitWithin`), and the job needs facts that Ferryman has not read from it yet: a token’s decimals, which of several accounts holds the amount, or on TON whether the receiver can be paid. Nothing was stored. Submit again under the same key; if that fails repeatedly, check the chain’s endpoints. Jobs with tokens that were read before are accepted.',
  },
  RPC_UNAVAILABLE: {
    next: 'retry',
    status: 502,
    meaning:
      'No endpoint of the chain responds in time. Ferryman retries. If this persists, configure another endpoint.',
  },
  RPC_WRONG_CHAIN: {
    next: 'retry',
    status: 502,
    meaning:
      'The endpoint serves another chain id than configured. Correct the endpoint; swaps wait until their deadline.',
  },
  RPC_BEHIND: {
    next: 'retry',
    status: 502,
    meaning:
      'The newest block of the endpoint is old: the endpoint lags, the chain has stopped, or the clock of this machine is ahead; or a Bitcoin Core node has not finished its initial download, an index or its mempool. Ferryman decides nothing on such a state; swaps wait until their deadline.',
  },
  RPC_UNSUPPORTED: {
    next: 'retry',
    status: 502,
    meaning:
      'The endpoint lacks a required method (such as eth_simulateV1), or a Bitcoin Core node lacks an index (-txindex, -blockfilterindex). Enable what the message names, or use another endpoint; swaps wait until their deadline.',
  },
  WITNESS_MISSING: {
    next: 'retry',
    status: 502,
    meaning:
      'One host of the chain shows that a transaction failed, was cancelled, was refunded, or did not land, what one would change, or which decimals a token has, and no second host confirms it. Ferryman signs and pays again only if two hosts agree, so the swap waits and Ferryman retries. Repair the host that the message names, or replace it in `rpcUrls`; Ferryman never falls back to one host by itself.',
  },
  WITNESSES_DISAGREE: {
    next: 'retry',
    status: 502,
    meaning:
      'Hosts of the chain disagree about a transaction or a token, or have different blocks at one height, so at least one of them is wrong. Ferryman decides nothing, and pays nothing again. Compare the message with a block explorer, and remove the wrong host from `rpcUrls`; then the swap goes on by itself.',
  },
  RPC_MALFORMED: {
    next: 'retry',
    status: 502,
    meaning:
      'The endpoint returned an unreadable response. Ferryman retries. If this persists, configure another endpoint.',
  },
  ROUTER_BUDGET_SPENT: {
    next: 'retry',
    status: 503,
    meaning:
      'All workers together have used up the calls per minute to the routing service (`ROUTER_CALLS_PER_MINUTE`). The swap waits for the next free call.',
  },
  ROUTER_UNAUTHORIZED: {
    next: 'retry',
    status: 502,
    meaning:
      'The routing service does not accept the API key or this address. Correct `FERRYMAN_ROUTER_API_KEY`; swaps wait until their deadline.',
  },
} as const satisfies Record<string, CodeEntry>;
