import { beginCell, type Cell, storeMessage } from '@ton/core';
import { z } from 'zod';
import { parseExternalMessage } from '../external-message.ts';
import { notAccepted } from './api-error.ts';
import { type ApiMethod, addressParam, cellParam, parseParams } from './api-request.ts';

/** Empty, or a bag of cells. */
const optionalCell = z.union([z.literal('').transform(() => undefined), cellParam]).optional();

const params = z.object({
  address: addressParam,
  body: cellParam,
  init_code: optionalCell,
  init_data: optionalCell,
  ignore_chksig: z.boolean().default(true),
});

/**
 * The cost of an external message for its receiver, without the costs of the messages that it
 * sends.
 */
export const estimateFee: ApiMethod = async (given, context) => {
  const { address, body, init_code, init_data, ignore_chksig } = parseParams(params, given);
  const message = parseExternalMessage(
    externalTo(address, body, { code: init_code, data: init_data }),
  );
  const tried = await context.blockchain.tryMessage(message, context.head(), {
    ignoreSignature: ignore_chksig,
  });
  if (tried.kind === 'refused') throw notAccepted(address.toRawString(), tried.refusal);
  const { parsed } = tried.transaction;
  const { description } = parsed;
  if (description.type !== 'generic')
    throw new TypeError('A message from outside led to another kind of transaction.');
  const { storagePhase, computePhase, actionPhase } = description;
  const storage = storagePhase?.storageFeesCollected ?? 0n;
  const gas = computePhase.type === 'vm' ? computePhase.gasFees : 0n;
  const action = actionPhase?.totalActionFees ?? 0n;
  return {
    '@type': 'query.fees',
    source_fees: {
      '@type': 'fees',
      // The import fee is what remains of the total.
      in_fwd_fee: Number(parsed.totalFees.coins - storage - gas - action),
      storage_fee: Number(storage),
      gas_fee: Number(gas),
      fwd_fee: Number(actionPhase?.totalFwdFees ?? 0n),
    },
    destination_fees: [],
    '@extra': '',
  };
};

function externalTo(
  address: z.output<typeof addressParam>,
  body: Cell,
  init: { readonly code: Cell | undefined; readonly data: Cell | undefined },
): Buffer {
  const hasInit = init.code !== undefined && init.data !== undefined;
  const message = {
    info: { type: 'external-in', dest: address, importFee: 0n } as const,
    ...(hasInit ? { init: { code: init.code ?? null, data: init.data ?? null } } : {}),
    body,
  };
  return beginCell().store(storeMessage(message)).endCell().toBoc();
}
