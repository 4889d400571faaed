// A value that is calculated on first use and kept; its inputs are released then.
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
