import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { BroadcastOutcome } from '../../../ports/chain-adapter.ts';
import { combineOutcomes, isTaken } from './broadcast-outcome.ts';
import type { Endpoint } from './endpoint.ts';
import type { Endpoints } from './endpoints.ts';
import { hostsOf } from './hosts-of.ts';
import { foundOnHosts } from './look-up-sent.ts';

/** Who can get signed bytes. */
export interface Destinations<Known extends Endpoint> {
  endpoints: Endpoints<Known>;
  /** Private relays. They are sent to, and asked nothing. */
  relays: readonly Known[];
}

/** How a family sends one transaction, and how it looks for it. */
interface Sending<Known extends Endpoint> extends Destinations<Known> {
  /** Does not throw: an error is an outcome. */
  send(endpoint: Known): Promise<BroadcastOutcome>;
  /**
   * Whether the endpoint has the transaction, in a block or waiting for one. Throws if it does not
   * answer.
   */
  has(endpoint: Known): Promise<boolean>;
}

/**
 * Sends bytes to every endpoint, or to the relays alone. The preferred endpoint is first, the one
 * that was asked for nonce and simulation: another may not know yet what the bytes rest on. Sending
 * the same bytes again is safe. A refusal counts only after two hosts were asked for the transaction
 * and neither has it: a node may refuse what it has relayed (law 2).
 */
export async function broadcastToEach<Known extends Endpoint>(
  sending: Sending<Known>,
  to: 'nodes' | 'relays' = 'nodes',
): Promise<BroadcastOutcome> {
  const outcome = to === 'relays' ? await sendToRelays(sending) : await sendToNodes(sending);
  if (isTaken(outcome)) return outcome;
  const found = await foundOnHosts([...hostsOf(sending.endpoints).values()], sending.has);
  switch (found.kind) {
    case 'found':
      return { kind: 'already_known' };
    case 'absent':
      return outcome;
    case 'unknown':
      return outcome.kind === 'unknown'
        ? outcome
        : { kind: 'unknown', message: `${outcome.message} (${found.message})`, refused: true };
  }
}

/** An endpoint that failed may or may not have the bytes. */
export function unknownOutcome(error: unknown): BroadcastOutcome {
  return {
    kind: 'unknown',
    message: error instanceof FerrymanError ? error.message : 'the endpoint failed',
  };
}

async function sendToNodes<Known extends Endpoint>({
  endpoints,
  send,
}: Sending<Known>): Promise<BroadcastOutcome> {
  const outcomes: BroadcastOutcome[] = [];
  const order = [...endpoints.inOrder()];
  for (let next = order.shift(); next; next = order.shift()) {
    // Skip endpoints that back off once one endpoint has judged the bytes.
    if (outcomes.some(({ kind }) => kind !== 'unknown') && next.isBackingOff()) break;
    const outcome = await sendVerified(next, send);
    outcomes.push(outcome);
    if (isTaken(outcome)) break;
  }
  // The others get the bytes too, but nothing waits for a slow one.
  for (const other of order) if (!other.isBackingOff()) void sendVerified(other, send);
  return combineOutcomes(outcomes);
}

/** A relay serves more chains than one, or answers nothing else: its chain is not checked. */
async function sendToRelays<Known extends Endpoint>({
  relays,
  send,
}: Sending<Known>): Promise<BroadcastOutcome> {
  if (relays.length === 0)
    return { kind: 'unknown', message: 'not sent: no broadcastUrls are configured' };
  return combineOutcomes(await Promise.all(relays.map(send)));
}

async function sendVerified<Known extends Endpoint>(
  endpoint: Known,
  send: (endpoint: Known) => Promise<BroadcastOutcome>,
): Promise<BroadcastOutcome> {
  try {
    await endpoint.verify();
  } catch (error) {
    // Nothing was sent, but the next try may succeed: `unknown`, not `rejected`.
    return unknownOutcome(error);
  }
  return send(endpoint);
}
