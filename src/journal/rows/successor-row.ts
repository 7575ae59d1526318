/**
 * SQL: the `Successor` of a swap as JSON, or null: it is the only swap whose `retry_of` names it.
 * @param swap SQL of the swap's id
 */
export function selectSuccessor(swap: string): string {
  return `select json_build_object('swapId', later.id, 'version', later.version,
      'as', case when later.is_edit then 'edit' else 'retry' end)
    from swaps later where later.retry_of = ${swap}`;
}
