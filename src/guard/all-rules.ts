import type { AnyRule } from './rule.ts';
import { approval } from './rules/approval.ts';
import { assembly } from './rules/assembly.ts';
import { authority } from './rules/authority.ts';
import { binding } from './rules/binding.ts';
import { bitcoinFee } from './rules/bitcoin-fee.ts';
import { bitcoinFinality } from './rules/bitcoin-finality.ts';
import { bitcoinInputKinds, bitcoinInputs } from './rules/bitcoin-inputs.ts';
import { bitcoinOutputs } from './rules/bitcoin-outputs.ts';
import { depositAddress, depositAge, depositAmount, depositMemo, depositPayment } from './rules/deposit.ts';
import { envelope } from './rules/envelope.ts';
import { floor } from './rules/floor.ts';
import { networkFee } from './rules/network-fee.ts';
import { simulation } from './rules/simulation.ts';
import { solanaAssembly } from './rules/solana-assembly.ts';
import { solanaDestination, solanaMints } from './rules/solana-destination.ts';
import { solanaBlockhash, solanaPriorityFee } from './rules/solana-limits.ts';
import { lookupTables, programs } from './rules/solana-programs.ts';
import { solanaSigners } from './rules/solana-signers.ts';
import { solanaSystem } from './rules/solana-system.ts';
import { solanaTokens } from './rules/solana-tokens.ts';
import { target } from './rules/target.ts';
import { tonCode } from './rules/ton-code.ts';
import { tonDestinations } from './rules/ton-destinations.ts';
import { tonEnvelope } from './rules/ton-envelope.ts';
import { tonJettons } from './rules/ton-jettons.ts';
import { tonPayloads } from './rules/ton-payloads.ts';
import { tonSize } from './rules/ton-size.ts';
import { tonValue } from './rules/ton-value.ts';
import { tronAssembly } from './rules/tron-assembly.ts';
import { tronCall } from './rules/tron-call.ts';
import { tronEnvelope } from './rules/tron-envelope.ts';
import { tronExpiry } from './rules/tron-expiry.ts';
import { tronFeeLimit } from './rules/tron-fee-limit.ts';
import { tronValue } from './rules/tron-value.ts';
import { value } from './rules/value.ts';

export const allRules: readonly AnyRule[] = [
  envelope,
  target,
  authority,
  approval,
  value,
  networkFee,
  binding,
  floor,
  assembly,
  simulation,
  depositAddress,
  depositAmount,
  depositMemo,
  depositAge,
  depositPayment,
  tronEnvelope,
  tronAssembly,
  tronCall,
  tronFeeLimit,
  tronValue,
  tronExpiry,
  solanaSigners,
  lookupTables,
  programs,
  solanaSystem,
  solanaTokens,
  solanaMints,
  solanaBlockhash,
  solanaPriorityFee,
  solanaDestination,
  solanaAssembly,
  tonEnvelope,
  tonDestinations,
  tonValue,
  tonPayloads,
  tonJettons,
  tonCode,
  tonSize,
  bitcoinInputs,
  bitcoinOutputs,
  bitcoinFee,
  bitcoinInputKinds,
  bitcoinFinality,
];
