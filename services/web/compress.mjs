// Compresses files of the page: node compress.mjs FILE... writes FILE.gz beside each. The same
// content gives the same bytes: the header has no time and no name.
import { readFileSync, writeFileSync } from "node:fs";
import { constants, gzipSync } from "node:zlib";

for (const file of process.argv.slice(2)) {
  writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: constants.Z_BEST_COMPRESSION }));
}
