import { type Address, type Hex, isHex } from 'viem';
import { z } from 'zod';
import { type NodeRequest, UnreadableRequest } from './read-request.ts';
import { parseHexAddress, parseTronAddress } from './tron-address.ts';
import {
  encodeRawData,
  type TronContract,
  type TronTransaction,
  transactionId,
  UnsupportedTransaction,
} from './tron-transaction.ts';

/** Accounts have only the owner permission. */
export class UnknownPermission extends UnsupportedTransaction {}

const hexText = z.string().transform((text, issues): Hex => {
  const hex = `0x${text.replace(/^0x/, '').toLowerCase()}` as const;
  if (isHex(hex) && hex.length % 2 === 0) return hex;
  issues.addIssue({ code: 'custom', message: 'INVALID hex String' });
  return z.NEVER;
});
const integer = z.number().int().transform(BigInt);

const rawDataJson = z.object({
  contract: z.array(
    z.object({
      type: z.string(),
      parameter: z.object({ value: z.record(z.string(), z.unknown()) }),
      Permission_id: z.number().int().default(0),
    }),
  ),
  ref_block_bytes: hexText,
  ref_block_hash: hexText,
  expiration: integer,
  timestamp: integer.default(0n),
  fee_limit: integer.default(0n),
  data: hexText.default('0x'),
});

/**
 * Reads a transaction from its JSON members and computes bytes and id, like java-tron. Clients that
 * change a member get the new bytes this way.
 * @throws {UnreadableRequest} if a member cannot be parsed
 * @throws {UnsupportedTransaction} if the sandbox does not execute it
 */
export function readTransactionJson(request: NodeRequest): TronTransaction {
  const parsed = rawDataJson.safeParse(request.member('raw_data'));
  if (!parsed.success) throw new UnreadableRequest(`raw_data: ${z.prettifyError(parsed.error)}`);
  const { contract: contracts, ...raw } = parsed.data;
  const [contract] = contracts;
  if (contract === undefined)
    throw new UnsupportedTransaction('Invalid transaction: no valid contract');
  if (contract.Permission_id !== 0)
    throw new UnknownPermission('Permission for this, does not exist!');
  const data = {
    contract: readContract(contract.type, contract.parameter.value, request.visible),
    refBlockBytes: raw.ref_block_bytes,
    refBlockHash: raw.ref_block_hash,
    expiration: raw.expiration,
    timestamp: raw.timestamp,
    feeLimit: raw.fee_limit,
    memo: raw.data,
  };
  const rawData = encodeRawData(data);
  return {
    ...data,
    rawData,
    id: transactionId(rawData),
    signatures: readSignatures(request.member('signature')),
  };
}

/** @throws {UnreadableRequest} */
export function readSignatures(member: unknown): Hex[] {
  if (member === undefined) return [];
  const isHexText = (one: unknown): one is string =>
    typeof one === 'string' && /^(0x)?([0-9a-fA-F]{2})*$/.test(one);
  if (!Array.isArray(member) || !member.every(isHexText))
    throw new UnreadableRequest('signature: INVALID hex String');
  return member.map((text): Hex => `0x${text.replace(/^0x/, '')}`);
}

function readContract(type: string, value: unknown, visible: boolean): TronContract {
  const address = z.string().transform((text, issues): Address => {
    const parsed = visible ? parseTronAddress(text) : parseHexAddress(text);
    if (parsed !== undefined) return parsed;
    issues.addIssue({ code: 'custom', message: `INVALID ${visible ? 'address' : 'hex String'}` });
    return z.NEVER;
  });
  const read = <Schema extends z.ZodType>(schema: Schema): z.output<Schema> => {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    throw new UnreadableRequest(`${type}: ${z.prettifyError(parsed.error)}`);
  };
  if (type === 'TransferContract') {
    const transfer = read(
      z.object({ owner_address: address, to_address: address, amount: integer }),
    );
    return {
      type,
      owner: transfer.owner_address,
      to: transfer.to_address,
      amount: transfer.amount,
    };
  }
  if (type === 'TriggerSmartContract') {
    const call = read(
      z.object({
        owner_address: address,
        contract_address: address,
        call_value: integer.default(0n),
        data: hexText.default('0x'),
      }),
    );
    return {
      type,
      owner: call.owner_address,
      contract: call.contract_address,
      callValue: call.call_value,
      data: call.data,
    };
  }
  throw new UnsupportedTransaction(`Contract type ${type} is not executed in this sandbox.`);
}
