import { toFerrymanError } from '../../errors/ferryman-error.ts';
import type { ExecutorContext } from '../context.ts';

/**
 * Logs, once at the start of a process that signs, on which networks it signs nothing and all that
 * is missing there. The process runs all the same: what is in flight must be followed (law 8), and
 * a dry run must reach its verdict. Never throws.
 * @param examine the command that says how to fix it
 */
export async function announceGate(
  { gate, logger }: Pick<ExecutorContext, 'gate' | 'logger'>,
  examine: 'ferryman doctor' | 'ferryman doctor --signer' = 'ferryman doctor',
): Promise<void> {
  if (!gate.signs) return;
  const reports = await gate.report().catch((cause: unknown) => {
    logger.warn({ code: toFerrymanError(cause).code }, 'the gate was not examined');
    return [];
  });
  for (const { chain, standing, faults } of reports) {
    if (faults.length === 0) {
      if (standing.kind === 'real')
        logger.warn({ chain }, 'signs on a network whose coins count as real');
      continue;
    }
    const missing = faults.map(({ condition, message }) => `${condition}: ${message}`);
    logger.warn(
      { chain, network: standing.kind, missing },
      `signs nothing on this network; \`${examine}\` says how to fix it`,
    );
  }
}
