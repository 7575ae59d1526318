import { BRIDGE_IDS } from './chains/bridge-ids.ts';
import { CHAIN_DEFINITIONS } from './chains/chain-catalogue.ts';
import { PAPER_CHAINS } from './chains/paper-chains.ts';
import type { EvmChain } from './evm/evm-chain.ts';
import type { SandboxChain, SandboxChains } from './sandbox-chain.ts';

/** An ERC-7730 file, and the roles file that Ferryman's guard reads beside it. */
interface Descriptor {
  readonly name: string;
  readonly descriptor: object;
  readonly roles: object;
}

interface Described {
  readonly name: string;
  readonly contractName: string;
  /** Where it stands on a chain. */
  readonly addresses: (chain: EvmChain) => readonly string[];
  /** By signature: what a person reads, and the roles of the arguments. */
  readonly functions: Readonly<Record<string, { intent: string; roles: object }>>;
}

const PATH_ENDS = { inputToken: 'path.[0]', outputToken: 'path.[-1]' };
const SWAP_ROLES = {
  ...PATH_ENDS,
  receiver: 'to',
  minimum: 'amountOutMin',
  amountIn: 'amountIn',
  deadline: 'deadline',
};
const SWAP_PARAMETERS =
  '(uint256 amountIn,uint256 amountOutMin,address[] path,address to,uint256 deadline)';
const BRIDGE = {
  'bridge(bytes32 orderId,address token,uint256 amount,uint256 destinationChainId,bytes32 destinationToken,bytes32 receiver,uint256 minimumOut,uint256 deadline)':
    {
      intent: 'Bridge',
      roles: {
        receiver: 'receiver',
        minimum: 'minimumOut',
        inputToken: 'token',
        outputToken: 'destinationToken',
        amountIn: 'amount',
        deadline: 'deadline',
        destinationChain: 'destinationChainId',
      },
    },
};

const CONTRACTS: readonly Described[] = [
  {
    name: 'swap-router',
    contractName: 'SwapRouter',
    addresses: ({ deployment }) => [deployment.swapRouter],
    functions: {
      [`swapExactTokensForTokensSupportingFeeOnTransferTokens${SWAP_PARAMETERS}`]: {
        intent: 'Swap',
        roles: SWAP_ROLES,
      },
      [`swapExactTokensForETHSupportingFeeOnTransferTokens${SWAP_PARAMETERS}`]: {
        intent: 'Swap',
        roles: SWAP_ROLES,
      },
      'swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 amountOutMin,address[] path,address to,uint256 deadline)':
        { intent: 'Swap', roles: { ...SWAP_ROLES, amountIn: '@.value' } },
    },
  },
  {
    name: 'bridge-gateway',
    contractName: 'BridgeGateway',
    addresses: ({ deployment: { bridgeGateways } }) =>
      BRIDGE_IDS.filter((id) => id !== 'celer_bridge').map((id) => bridgeGateways[id].address),
    functions: BRIDGE,
  },
  {
    name: 'refund-gateway',
    contractName: 'RefundGateway',
    addresses: ({ deployment }) => [deployment.bridgeGateways.celer_bridge.address],
    functions: {
      ...BRIDGE,
      'refund(bytes32 orderId)': { intent: 'Refund', roles: { paysRecorded: true } },
    },
  },
  {
    name: 'claim-vault',
    contractName: 'ClaimVault',
    addresses: ({ deployment }) => [deployment.claimVault],
    functions: { 'claim(bytes32 orderId)': { intent: 'Claim', roles: { paysRecorded: true } } },
  },
];

/** What decodes the calls of the sandbox's contracts, on the EVM chains and on TRON. */
export function describeDescriptors(chains: SandboxChains): readonly Descriptor[] {
  const deployed = [...chains.values()].filter(runsContracts);
  return CONTRACTS.map(({ name, contractName, addresses, functions }) => ({
    name,
    descriptor: {
      $schema: 'https://eips.ethereum.org/assets/eip-7730/erc7730-v2.schema.json',
      context: {
        $id: contractName,
        contract: {
          deployments: deployed.flatMap((chain) =>
            addresses(chain).map((address) => ({
              chainId: chainIdOf(chain),
              address: chain.notation.renderAddress(address as `0x${string}`),
            })),
          ),
        },
      },
      metadata: { owner: 'Ferryman sandbox', contractName },
      display: {
        formats: Object.fromEntries(
          Object.entries(functions).map(([signature, { intent, roles }]) => [
            signature,
            { intent, fields: fieldsOf(roles) },
          ]),
        ),
      },
    },
    roles: {
      version: 1,
      chainNumbers: chainNumbers(chains),
      functions: Object.fromEntries(
        Object.entries(functions).map(([signature, { roles }]) => [signature, roles]),
      ),
    },
  }));
}

function runsContracts(chain: SandboxChain): chain is EvmChain {
  return chain.family === 'evm' || chain.family === 'tron';
}

/** TRON's id is the end of the id of block 0. */
function chainIdOf({ family, definition, genesis }: EvmChain): number {
  return family === 'tron' ? Number.parseInt(genesis.slice(-8), 16) : definition.chainId;
}

/** Labels for wallets that show the call to a person. */
function fieldsOf(roles: object): object[] {
  return Object.entries(roles).flatMap(([role, path]) =>
    typeof path === 'string' ? [{ path, label: role, format: 'raw' }] : [],
  );
}

/** The gateways' numbers of all places that can be paid. */
function chainNumbers(chains: SandboxChains): Readonly<Record<string, string>> {
  const places = [
    ...Object.values(CHAIN_DEFINITIONS),
    ...[...chains.values(), ...Object.values(PAPER_CHAINS)].map(({ definition }) => definition),
  ];
  return Object.fromEntries(places.map(({ name, chainId }) => [name, `${chainId}`]));
}
