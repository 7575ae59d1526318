import { type Address, type Hex, sha256, toHex } from 'viem';
import type { ContractResult, InternalTransaction, TronLog } from './call-trace.ts';
import type { Inclusion } from './chain-record.ts';
import { renderHexAddress, renderTronAddress } from './tron-address.ts';
import type { TronContract, TronTransaction } from './tron-transaction.ts';

/*
 * Transactions and their results in the form of java-tron's HTTP API: hex without `0x`, and members
 * with their default (zero, empty) omitted. With `visible`, addresses are `T…` and texts are plain.
 */

/** java-tron's texts of failed contract calls. */
const RESULT_MESSAGES: Readonly<Record<Exclude<ContractResult, 'SUCCESS'>, string>> = {
  REVERT: 'REVERT opcode executed',
  OUT_OF_ENERGY: 'Not enough energy for the operation executing',
  ILLEGAL_OPERATION: 'Invalid operation code',
};

export function plainHex(hex: Hex): string {
  return hex.slice(2);
}

export function renderAddress(address: Address, visible: boolean): string {
  return visible ? renderTronAddress(address) : renderHexAddress(address);
}

/** A text of an answer. */
export function renderText(text: string, visible: boolean): string {
  return visible ? text : plainHex(toHex(text));
}

/** @returns undefined if the call succeeded */
export function resultMessage(result: ContractResult): string | undefined {
  return result === 'SUCCESS' ? undefined : RESULT_MESSAGES[result];
}

/** @param result of the execution; undefined before it */
export function renderTransaction(
  transaction: TronTransaction,
  visible: boolean,
  result?: ContractResult,
) {
  const { contract, refBlockBytes, refBlockHash, expiration, timestamp, feeLimit, memo } =
    transaction;
  return {
    visible,
    ...(result === undefined ? {} : { ret: [{ contractRet: result }] }),
    ...(transaction.signatures.length === 0
      ? {}
      : { signature: transaction.signatures.map(plainHex) }),
    txID: plainHex(transaction.id),
    raw_data: {
      ...(memo === '0x' ? {} : { data: plainHex(memo) }),
      contract: [
        {
          parameter: {
            value: renderContract(contract, visible),
            type_url: `type.googleapis.com/protocol.${contract.type}`,
          },
          type: contract.type,
        },
      ],
      ref_block_bytes: plainHex(refBlockBytes),
      ref_block_hash: plainHex(refBlockHash),
      expiration: Number(expiration),
      ...(feeLimit === 0n ? {} : { fee_limit: Number(feeLimit) }),
      timestamp: Number(timestamp),
    },
    raw_data_hex: Buffer.from(transaction.rawData).toString('hex'),
  };
}

function renderContract(contract: TronContract, visible: boolean) {
  const owner_address = renderAddress(contract.owner, visible);
  if (contract.type === 'TransferContract') {
    return {
      amount: Number(contract.amount),
      owner_address,
      to_address: renderAddress(contract.to, visible),
    };
  }
  return {
    ...(contract.data === '0x' ? {} : { data: plainHex(contract.data) }),
    owner_address,
    contract_address: renderAddress(contract.contract, visible),
    ...(contract.callValue === 0n ? {} : { call_value: Number(contract.callValue) }),
  };
}

/** The answer of `gettransactioninfobyid`. */
export function renderTransactionInfo(
  { transaction, outcome, block }: Inclusion,
  visible: boolean,
) {
  const { contract, id } = transaction;
  const { result, energyUsed, energyFee, netFee, output } = outcome;
  const message = resultMessage(result);
  return {
    id: plainHex(id),
    fee: Number(energyFee + netFee),
    blockNumber: block.number,
    blockTimeStamp: block.timestamp,
    contractResult: [plainHex(output)],
    ...(contract.type === 'TransferContract'
      ? { receipt: { net_fee: Number(netFee) } }
      : {
          contract_address: renderAddress(contract.contract, visible),
          receipt: {
            ...(energyFee === 0n
              ? {}
              : { energy_fee: Number(energyFee), energy_usage_total: Number(energyUsed) }),
            net_fee: Number(netFee),
            result,
          },
        }),
    ...(outcome.logs.length === 0
      ? {}
      : { log: outcome.logs.map((log) => renderLog(log, visible)) }),
    ...(message === undefined
      ? {}
      : { result: 'FAILED', resMessage: renderText(message, visible) }),
    ...renderInternalTransactions(id, outcome.internalTransactions, visible),
  };
}

/** Log addresses are the EVM's 20 bytes. */
export function renderLog({ address, topics, data }: TronLog, visible: boolean) {
  return {
    address: visible ? renderTronAddress(address) : plainHex(address).toLowerCase(),
    ...(topics.length === 0 ? {} : { topics: topics.map(plainHex) }),
    ...(data === '0x' ? {} : { data: plainHex(data) }),
  };
}

/**
 * The member `internal_transactions`, if there are any.
 * @param id of their transaction
 */
export function renderInternalTransactions(
  id: Hex,
  calls: readonly InternalTransaction[],
  visible: boolean,
) {
  if (calls.length === 0) return {};
  return {
    internal_transactions: calls.map(({ caller, to, value, note, rejected }, index) => ({
      hash: plainHex(sha256(`${id}${index.toString(16).padStart(8, '0')}`)),
      caller_address: renderAddress(caller, visible),
      transferTo_address: renderAddress(to, visible),
      callValueInfo: [value === 0n ? {} : { callValue: Number(value) }],
      note: renderText(note, visible),
      ...(rejected ? { rejected } : {}),
    })),
  };
}
