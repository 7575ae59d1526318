/**
 * The form of the router's answers.
 * - `deployed`: as services run in practice. Status requests need the source transaction, except
 * `/api/info/statusExtended`. Display amounts and chain ids are numbers. A malformed request is
 * refused as `{statusCode, message, error}`.
 * - `interface`: as in the interface's description and its samples.
 */
export const ROUTER_SHAPES = ['deployed', 'interface'] as const;
export type RouterShape = (typeof ROUTER_SHAPES)[number];

/** The name of the boolean about the service's own contract. */
export const CONTRACT_MEMBERS = {
  deployed: 'useRouterContract',
  interface: 'useServiceContract',
} as const satisfies Record<RouterShape, string>;

/** A display amount or a chain id. */
export function renderFigure(decimal: string, shape: RouterShape): string | number {
  return shape === 'deployed' ? Number(decimal) : decimal;
}
