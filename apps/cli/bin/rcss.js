#!/usr/bin/env node
import module from 'node:module';

// From Node.js 22.1 on: the compiled code of the program is kept in the folder for temporary files.
module.enableCompileCache?.();
await import('../dist/main.js');
