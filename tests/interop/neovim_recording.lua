-- A session of Neovim, run by record_sessions.py. Nothing here knows what its screens should be,
-- but for a word of each that is waited for.
local directory = os.getenv('WAYMARK_RECORDERS')
dofile(directory .. '/recorder.lua')({
  'nvim', '-i', 'NONE', '-n', '-u', directory .. '/neovim_recorded_init.lua', 'pricing.py',
}, {
  { 'nvim pricing.py: the folder is indexed, then the lenses appear', '', '2 callers' },
  { ':WaymarkBlastRadius on price_of', '/price_of<CR>:WaymarkBlastRadius<CR>', 'hop 2' },
  { ':lua vim.lsp.buf.incoming_calls()', ':cclose | lua vim.lsp.buf.incoming_calls()<CR>', 'lines_of' },
  { 'a caller is typed and not saved: the lens of price_of has changed',
    ':cclose<CR>Go<CR>def half(item):<CR>return price_of(item) // 2<Esc>:1<CR>', '3 callers' },
  { ':WaymarkTestScope on price_of', '/price_of<CR>:WaymarkTestScope<CR>', 'test_an_empty_cart_has' },
})
