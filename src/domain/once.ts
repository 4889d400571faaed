// What is made when it is first asked for, and kept. What it is made of is let go then.
export function once<Thing>(make: () => Thing): () => Thing {
  let maker: (() => Thing) | undefined = make;
  let made: Thing | undefined;
  return () => {
    if (maker !== undefined) {
      made = maker();
      maker = undefined;
    }
    return made as Thing;
  };
}
