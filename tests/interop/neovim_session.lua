-- What a person does in the editor, checked step by step: run by neovim_test.py in a headless
-- Neovim that has opened nothing yet. Writes "passed" or the first thing that is wrong.
local root = os.getenv('WAYMARK_TEST_ROOT')
local patience_ms = 60000

local function fail(what)
  io.stdout:write('failed: ' .. what .. '\n')
  vim.cmd('cquit 1')
end

local function expect(condition, what)
  if not condition then
    fail(what)
  end
end

-- Of the lens on a line of the current buffer, once it is resolved.
local function lens_on(line)
  for _, lens in ipairs(vim.lsp.codelens.get(0)) do
    if lens.range.start.line == line and lens.command then
      return lens.command.title
    end
  end
end

local function await_lens(line, title)
  local found = vim.wait(patience_ms, function()
    return lens_on(line) == title
  end, 200)
  expect(found, string.format('the lens on line %d is %s, not %s', line + 1, tostring(lens_on(line)), title))
end

-- The texts of the quickfix list that `ask` fills.
local function quickfix_after(ask)
  vim.fn.setqflist({}, 'r')
  ask()
  expect(vim.wait(patience_ms, function()
    return #vim.fn.getqflist() > 0
  end, 50), 'the quickfix list stayed empty')
  local texts = {}
  for _, item in ipairs(vim.fn.getqflist()) do
    table.insert(texts, string.format('%s:%d:%d: %s', vim.fn.bufname(item.bufnr), item.lnum, item.col, item.text))
  end
  vim.cmd('cclose')
  return table.concat(texts, '\n')
end

local function expect_in(text, part)
  expect(text:find(part, 1, true) ~= nil, string.format('%q is not in:\n%s', part, text))
end

-- What the plugin says when `ask` has run.
local function said_after(ask)
  local said = {}
  local notify = vim.notify
  vim.notify = function(message) table.insert(said, message) end
  ask()
  vim.wait(patience_ms, function() return #said > 0 end, 50)
  vim.notify = notify
  return table.concat(said, '\n')
end

-- A file that is open before the plugin is there.
vim.cmd('edit ' .. root .. '/json_rpc/src/json_rpc.cc')
require('waymark').setup({ cmd = { os.getenv('WAYMARK'), 'lsp', '--store', os.getenv('WAYMARK_TEST_STORE') } })
local line = vim.fn.search('^std::string_view TooLarge(') - 1
expect(line > 0, 'the source has no TooLarge any more; choose another function')

-- The first index run goes on in the background; then the lenses come.
await_lens(line, '1 caller, no tests')

vim.fn.cursor(line + 1, 6)
expect_in(quickfix_after(vim.lsp.buf.incoming_calls), 'ParseJson')
expect_in(quickfix_after(function() vim.cmd('WaymarkBlastRadius 4') end), 'hop 1: waymark::services::ParseJson')

-- A second caller that is nowhere on disk.
local last = vim.fn.search('^}  // namespace waymark::services')
vim.fn.append(last - 1, { 'bool IsFlat(std::string_view text) { return TooLarge(text).empty(); }', '' })
vim.cmd('doautocmd TextChanged') -- as when a person has typed it
await_lens(line, '2 callers, no tests')
vim.fn.cursor(line + 1, 6)
expect_in(quickfix_after(vim.lsp.buf.incoming_calls), 'IsFlat')
expect_in(quickfix_after(function() vim.cmd('WaymarkBlastRadius') end), 'IsFlat')
expect(vim.bo.modified, 'the buffer was saved')

vim.fn.setreg('"', '')
vim.cmd('WaymarkContext')
expect(vim.wait(patience_ms, function() return vim.fn.getreg('"') ~= '' end, 50), 'no context was copied')
expect_in(vim.fn.getreg('"'), 'TooLarge')

vim.cmd('silent undo | doautocmd TextChanged')
await_lens(line, '1 caller, no tests')
vim.fn.cursor(line + 1, 6)

expect_in(said_after(function() vim.cmd('WaymarkStatus') end), ' symbols, ')
expect_in(said_after(function() vim.cmd('WaymarkBlastRadius many') end), '"many" is no number of hops')
expect_in(said_after(function() vim.cmd('WaymarkTestScope') end), '0 tests')

-- With ! places are offered to the picker of the user, and the one that is picked is shown.
local offered
vim.ui.select = function(entries, options, done)
  offered = { prompt = options.prompt, first = options.format_item(entries[1]) }
  done(entries[1])
end
vim.cmd('WaymarkBlastRadius! 1')
expect(vim.wait(patience_ms, function() return offered ~= nil end, 50), 'nothing was offered to pick from')
expect_in(offered.prompt, 'Blast radius of waymark::services::TooLarge')
expect_in(offered.first, 'hop 1: waymark::services::ParseJson  ')
expect_in(offered.first, 'json_rpc.cc:')
expect(vim.fn.line('.') ~= line + 1, 'the picked place is not shown')
vim.fn.cursor(line + 1, 6)

-- The help has an entry for each command, and the health says what runs.
vim.cmd('helptags ' .. os.getenv('WAYMARK_PLUGIN') .. '/doc')
for _, tag in ipairs({ 'waymark', 'waymark.setup()', ':WaymarkBlastRadius', ':WaymarkTestScope', ':WaymarkContext',
  ':WaymarkStatus' }) do
  vim.cmd('help ' .. tag)
  expect_in(vim.fn.bufname('%'), 'doc/waymark.txt')
  vim.cmd('helpclose')
end
vim.cmd('checkhealth waymark')
local health = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), '\n')
expect_in(health, 'OK: ' .. os.getenv('WAYMARK') .. ': waymark ')
expect_in(health, 'setup() was called; lenses are on')
expect_in(health, 'a server runs for ' .. root)
vim.cmd('bwipeout')
vim.cmd('edit ' .. root .. '/json_rpc/src/json_rpc.cc')
vim.fn.cursor(line + 1, 6)

-- The daemon is killed; another one answers.
local daemon
vim.lsp.buf_request(0, 'workspace/executeCommand', { command = 'waymark.status' }, function(_, status)
  daemon = status.daemonProcess
end)
expect(vim.wait(patience_ms, function() return daemon ~= nil end, 50), 'no status came')
vim.loop.kill(daemon, 'sigkill')
expect_in(quickfix_after(vim.lsp.buf.incoming_calls), 'ParseJson')

-- A buffer that gets another name is followed under that.
vim.cmd('silent file ' .. root .. '/json_rpc/src/renamed.cc')
vim.fn.append(last - 1, { 'bool IsOdd(int n) { return n % 2 != 0; }', 'bool IsEven(int n) { return !IsOdd(n); }', '' })
vim.cmd('doautocmd TextChanged')
await_lens(last - 1, '1 caller, no tests')

-- Outside of a checkout nothing is started.
local notes = os.getenv('HOME') .. '/notes.py'
vim.fn.writefile({ 'def note(): pass' }, notes)
vim.cmd('edit ' .. notes)
expect(vim.bo.filetype == 'python' and vim.tbl_isempty(vim.lsp.buf_get_clients(0)), 'a note is taken for a project')
expect_in(said_after(function() vim.cmd('WaymarkBlastRadius') end), 'no server is attached')
io.stdout:write('passed\n')
vim.cmd('qall!')
