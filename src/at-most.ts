/** What `work` answers; after so long, what `late` answers or throws. How the work ends then matters to nobody. */
export async function atMost<T, L>(ms: number, work: Promise<T>, late: () => L): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    return await Promise.race([work, limit.then(late)]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {});
  }
}
