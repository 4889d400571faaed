// linehaul locations search TEXT
import type { Command } from 'commander';
import { searchLocations } from '../../application/places/find-locations.ts';
import { addCommand, type Context } from '../command.ts';
import { type AsJson, inWords, tableOr } from '../output.ts';

const shown = 20;

export function addLocationCommands(program: Command, context: Context): void {
  const locations = program.command('locations').description('Australian suburbs and postcodes');
  addCommand(locations, 'search', 'find suburbs by name, postcode or the beginning of either')
    .argument('<text...>', 'search text, such as "st kilda" or 3000')
    .action((words: string[], options: AsJson) =>
      context.withApp(options, async (app, output) => {
        const text = words.join(' ');
        const found = searchLocations(app, text, shown);
        output.result(
          found.map(({ name, postcode, state }) => ({ locality: name, postcode, state })),
          tableOr(found, `No suburb or postcode matches "${text}".`, {
            suburb: ({ name }) => name,
            postcode: ({ postcode }) => postcode,
            state: ({ state }) => state,
            kind: ({ kind }) => inWords(kind),
          }),
        );
      }),
    );
}
