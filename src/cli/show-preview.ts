import type { z } from 'zod';
import type { previewAnswer } from '../api/schemas/preview.ts';
import { type ExitCode, exitCodes } from './exit-code.ts';
import { labelled } from './labelled.ts';

type PreviewAnswer = z.infer<typeof previewAnswer>['preview'];
type StepAnswer = PreviewAnswer['steps'][number];

const verdicts: Readonly<Record<PreviewAnswer['verdict'], string>> = {
  allowed: 'allowed: Ferryman would sign it now',
  refused: 'refused: Ferryman would not sign it now',
  waits: 'waits: Ferryman would go on later',
};

const waitedFor: Readonly<Record<PreviewAnswer['waitsFor'][number]['kind'], string>> = {
  stop: 'the end of a stop',
  lane: 'its turn',
  funds: 'funds',
  allowance: 'an allowance',
  price: 'a better price',
  order: 'its order',
  person: 'a person',
  retry: 'another try',
};

/** A preview as text for a person: the offer, each transaction, the guard's findings. */
export function showPreview(preview: PreviewAnswer, width: number): string {
  const { from, to, wallet, offer, fees, reason, verdict } = preview;
  const lines = [
    ['verdict', verdicts[verdict]],
    ['reason', reason && `${reason.code}: ${reason.message}`],
    ...preview.waitsFor.map(({ kind, code, message }): [string, string] => [
      'waits',
      `for ${waitedFor[kind]}: ${message}${code === undefined ? '' : ` (${code})`}`,
    ]),
    ['from', `${preview.amount} ${from.symbol} on ${from.chain}, paid by ${wallet.name}`],
    ['to', `${to.symbol} on ${to.chain}, for ${preview.receiver}`],
    [
      'offer',
      offer &&
        `by ${offer.provider}: expects ${offer.expectedOut}, at least ${offer.minOut} ${to.symbol}`,
    ],
    [
      'fees',
      `at most ${fees.network} ${fees.symbol} to the network, ${fees.declared} ${fees.symbol} declared`,
    ],
    ...preview.steps.flatMap((step, index) => describeStep(step, index + 1, preview)),
  ] as const;
  return labelled(lines, width);
}

function describeStep(
  { kind, chain, sets, maxFee, changes, verdict, findings, account }: StepAnswer,
  number: number,
  { fees, from }: PreviewAnswer,
): [string, string][] {
  const what = sets
    ? `lets ${sets.spender} take ${sets.allowed} ${from.symbol}`
    : changes
        .filter((change) => change.account === account || !change.amountBaseUnits.startsWith('-'))
        .map(
          ({ account: of, amount, amountBaseUnits, symbol, token }) =>
            `${of === account ? 'the wallet' : of}: ${amount ?? amountBaseUnits} ${symbol ?? token}`,
        )
        .join('; ');
  return [
    [`step ${number}`, `${kind} on ${chain}, fee at most ${maxFee} ${fees.symbol}`],
    ...(what === '' ? [] : [['', what] as [string, string]]),
    ['', `the guard says ${verdict}`],
    ...findings.map(({ rule, message }): [string, string] => ['', `${rule}: ${message}`]),
  ];
}

/** A script that would submit the job next goes on with 0 only. */
export function exitCodeOfPreview({ verdict, steps, waitsFor }: PreviewAnswer): ExitCode {
  const denied = steps.some((step) => step.verdict === 'reject' || step.verdict === 'requote');
  if (denied) return exitCodes.denied;
  if (verdict === 'refused') return exitCodes.error;
  return waitsFor.some(({ kind }) => kind === 'person') ? exitCodes.awaitingPerson : exitCodes.ok;
}
