/** Runs tasks one after the other, in the order of the calls. */
export function createMutex(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let turn: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = turn.then(task, task);
    turn = result;
    return result;
  };
}
