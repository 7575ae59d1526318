/** Has what must not overlap done one after the other, in the order in which it comes. */
export function createMutex(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let turn: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = turn.then(task, task);
    turn = result;
    return result;
  };
}
