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
 * cancels alone. Its conditions are those of its own configuration, which the refusal has to say: a
 * worker shows it, and its own gate may be open.
 */
export function requireOpenNetwork(signer: Signer, gate: Gate): Signer {
  return behind(signer, async ({ unsigned: { chain }, parts }) => {
    const isCancel = parts.every(({ intent }) => intent.kind === 'cancel');
    const reason = isCancel ? await gate.strangeNetworkOf(chain) : await gate.stopOn(chain);
    return (
      reason && {
        ...reason,
        message: `by the signer’s own configuration, which \`ferryman doctor --signer\` examines: ${reason.message}`,
      }
    );
  });
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
