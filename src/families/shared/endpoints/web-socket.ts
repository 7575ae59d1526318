/**
 * Loaded when a chain has a WebSocket endpoint. A dynamic import of viem's index itself would load
 * all that the index names.
 */
export { getWebSocketRpcClient } from 'viem/utils';
