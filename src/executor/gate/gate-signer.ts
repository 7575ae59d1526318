import type { Reason } from '../../core/swap/swap.ts';
import type { Gate } from '../../ports/gate.ts';
import type { Signer, SigningRequest } from '../../ports/signer.ts';
import { refusal } from './refusal.ts';

/**
 * A signer that is asked for nothing, not even for a cancel, on a network that is not proven to be
 * the configured one. The stops of the journal keep the rest from it.
 */
export function requireProvenNetwork(signer: Signer, gate: Gate): Signer {
  return behind(signer, ({ unsigned: { chain } }) => gate.strangeNetworkOf(chain));
}

/**
 * For a signer of its own, whose callers may pass by every stop: on a closed network it signs
 * cancels alone. Its conditions are those of its own configuration.
 */
export function requireOpenNetwork(signer: Signer, gate: Gate): Signer {
  return behind(signer, ({ unsigned: { chain }, parts }) =>
    parts.every(({ intent }) => intent.kind === 'cancel')
      ? gate.strangeNetworkOf(chain)
      : gate.stopOn(chain),
  );
}

function behind(
  signer: Signer,
  reasonFor: (request: SigningRequest) => Promise<Reason | undefined>,
): Signer {
  return {
    ...signer,
    async sign(request) {
      const reason = await reasonFor(request);
      if (reason) throw refusal(reason);
      return signer.sign(request);
    },
  };
}
