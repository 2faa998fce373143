-- Commands of the language server `waymark lsp`. They work in buffers that it is attached to, which
-- require('waymark').setup() brings about.
if vim.g.loaded_waymark then
  return
end
vim.g.loaded_waymark = true

local function command(name, run, options)
  vim.api.nvim_create_user_command(name, function(given)
    require('waymark')[run](given.args, given.bang)
  end, options)
end

command('WaymarkBlastRadius', 'blast_radius',
  { nargs = '?', bang = true, desc = 'What may break (hops), as quickfix list; with ! to pick from' })
command('WaymarkTestScope', 'test_scope',
  { nargs = 0, bang = true, desc = 'Tests that cover the symbol, as quickfix list; with ! to pick from' })
command('WaymarkContext', 'context', { nargs = '*', desc = 'Copy the context of a task or of the symbol' })
command('WaymarkStatus', 'status', { nargs = 0, desc = 'What is indexed, and how fresh it is' })
