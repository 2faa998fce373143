-- A session of Emacs on a terminal, run by record_sessions.py, like that of Neovim.
local directory = os.getenv('WAYMARK_RECORDERS')
dofile(directory .. '/recorder.lua')({
  'emacs', '-nw', '-q', '-L', os.getenv('WAYMARK_PLUGIN'), '-l', directory .. '/emacs_recorded_init.el',
  'pricing.py',
}, {
  { 'emacs pricing.py: the folder is indexed, then the lenses appear', '', '2 callers' },
  { 'M-x waymark-blast-radius on price_of', '<C-s>def price<CR><Esc>xwaymark-blast-radius<CR>', 'hop 2' },
  { 'M-x waymark-incoming-calls on price_of', 'q<Esc>xwaymark-incoming-calls<CR>', '8: checkout.lines_of' },
})
