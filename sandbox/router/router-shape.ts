/**
 * Which form the router's answers have.
 * - `deployed`: as services run in practice. Only `/api/info/statusExtended` answers every question
 *   for a status. Display amounts and chain ids are numbers. A request of the wrong form is refused
 *   as `{statusCode, message, error}`.
 * - `interface`: as the interface's description and its samples have it.
 */
export const ROUTER_SHAPES = ['deployed', 'interface'] as const;
export type RouterShape = (typeof ROUTER_SHAPES)[number];

/** What the boolean about the service's own contract is called. */
export const CONTRACT_MEMBERS = {
  deployed: 'useRouterContract',
  interface: 'useServiceContract',
} as const satisfies Record<RouterShape, string>;

/** An amount for display, or a chain's id. */
export function renderFigure(decimal: string, shape: RouterShape): string | number {
  return shape === 'deployed' ? Number(decimal) : decimal;
}
