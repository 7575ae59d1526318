import type { CodeEntry } from './code-entry.ts';

/** What the services that are asked fail with: the routing service and the chains' endpoints. */
export const serviceCodes = {
  ROUTER_UNAVAILABLE: {
    next: 'retry',
    status: 502,
    meaning:
      'The routing service did not answer, or with a server error. It is asked again until the deadline.',
  },
  ROUTER_RATE_LIMITED: {
    next: 'retry',
    status: 502,
    meaning:
      'The routing service asked for patience (429). It is asked again when it said, or later.',
  },
  ROUTER_MALFORMED: {
    next: 'retry',
    status: 502,
    meaning:
      'The routing service answered something that its interface does not describe, or other decimals than the chain. Nothing of it is used; it is asked again until the deadline.',
  },
  ROUTER_PATH_NOT_FOUND: {
    next: 'retry',
    status: 502,
    meaning:
      'The routing service answers an endpoint at none of its known paths. Ferryman retries, and a swap that is paid waits. Set the `router.paths.…` that the message names to the path at which the service answers.',
  },
  ROUTER_NO_ROUTE: {
    next: 'requote',
    status: 502,
    meaning:
      'The routing service has no route for this pair and amount now. It is asked again until the deadline.',
  },
  ROUTER_QUOTE_EXPIRED: {
    next: 'requote',
    status: 502,
    meaning: 'The quote expired; a new one is asked.',
  },
  ROUTER_REFUSED: {
    next: 'stop',
    status: 502,
    meaning:
      'The routing service refuses this request for good; its code and reason are in the message. Correct the job or the service’s settings by them.',
  },
  ROUTER_BALANCE: {
    next: 'requote',
    status: 502,
    meaning:
      'The routing service sees too little balance or allowance, and the chain shows enough of it: it may be behind. It is asked again until the deadline, each time after a check of the wallet.',
  },
  CHAIN_UNAVAILABLE: {
    next: 'retry',
    status: 503,
    meaning:
      'The chain did not answer in time (`submitWithin`), and the job needs what was never read from it: a token’s decimals, which of several accounts holds the amount, or on TON whether the receiver can be paid. Nothing was stored. Submit again under the same key; check the chain’s endpoints if it stays so. Jobs with tokens that were read before are accepted.',
  },
  RPC_UNAVAILABLE: {
    next: 'retry',
    status: 502,
    meaning:
      'No endpoint of the chain answers in time. It is asked again; configure another one if it stays away.',
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
      'The newest block of the endpoint is old: it does not follow its chain, the chain stands still, or the clock of this machine is ahead; or a node of Bitcoin Core is not done with its first download, an index or its mempool. Nothing is decided on such a state; swaps wait until their deadline.',
  },
  RPC_UNSUPPORTED: {
    next: 'retry',
    status: 502,
    meaning:
      'The endpoint lacks a method that is needed (such as eth_simulateV1), or an index of a node of Bitcoin Core (-txindex, -blockfilterindex). Switch on what the message names, or use another endpoint; swaps wait until their deadline.',
  },
  WITNESS_MISSING: {
    next: 'retry',
    status: 502,
    meaning:
      'One host of the chain shows that a transaction failed, was cancelled, came back as a refund, or landed nowhere, and no second one confirms it. Ferryman pays again only where two agree. It asks again and waits. Repair the host that the message names, or replace it in `rpcUrls`; Ferryman never falls back to one host by itself.',
  },
  WITNESSES_DISAGREE: {
    next: 'retry',
    status: 502,
    meaning:
      'Hosts of the chain say different things about one transaction at one final block, so at least one of them is wrong. Nothing is decided, and nothing is paid again. Compare what the message says with a block explorer, and remove the host that is wrong from `rpcUrls`; then the swap goes on by itself.',
  },
  RPC_MALFORMED: {
    next: 'retry',
    status: 502,
    meaning:
      'The endpoint answered something unreadable. It is asked again; configure another one if it stays so.',
  },
  ROUTER_BUDGET_SPENT: {
    next: 'retry',
    status: 503,
    meaning:
      'The calls per minute to the routing service (`ROUTER_CALLS_PER_MINUTE`) are used up by all workers together. The swap waits for its turn.',
  },
  ROUTER_UNAUTHORIZED: {
    next: 'retry',
    status: 502,
    meaning:
      'The routing service does not accept the API key or this address. Correct `FERRYMAN_ROUTER_API_KEY`; swaps wait until their deadline.',
  },
} as const satisfies Record<string, CodeEntry>;
