-- The configuration of the Neovim whose screen is recorded: as in docs/EDITORS.md, and colourless.
vim.opt.runtimepath:append(os.getenv('WAYMARK_PLUGIN'))
vim.cmd('runtime plugin/waymark.lua')
vim.cmd('filetype on')
vim.o.swapfile, vim.o.shortmess = false, vim.o.shortmess .. 'I'
require('waymark').setup({ cmd = { os.getenv('WAYMARK'), 'lsp', '--store', os.getenv('WAYMARK_TEST_STORE') } })
