-- Records what a program shows: it runs in the terminal of this Neovim, is sent keys, and its screen
-- is written down once it shows what is waited for and stays as it is.
--
--   record(command, steps)   a step is { title, keys, text to wait for }
local columns, lines = 100, 24
local patience_ms = 60000
local look_ms, still_looks = 50, 8

local function screen_of(buffer)
  local shown = vim.api.nvim_buf_get_lines(buffer, -lines - 1, -1, false)
  for i, line in ipairs(shown) do
    shown[i] = line:gsub('%s+$', '')
  end
  return (table.concat(shown, '\n'):gsub('\n+$', ''))
end

local function await(buffer, text)
  local last, still = '', 0
  local found = vim.wait(patience_ms, function()
    local now = screen_of(buffer)
    still = now == last and still + 1 or 0
    last = now
    return still >= still_looks and now:find(text, 1, true) ~= nil
  end, look_ms)
  if not found then
    io.stderr:write('the screen does not show "' .. text .. '":\n' .. last .. '\n')
    vim.cmd('cquit 1')
  end
  return last
end

return function(command, steps)
  vim.o.columns, vim.o.lines = columns, lines + 1
  vim.o.laststatus, vim.o.cmdheight = 0, 1
  vim.cmd('enew')
  local session = vim.fn.termopen(command, { cwd = os.getenv('WAYMARK_TEST_ROOT') })
  local buffer = vim.api.nvim_get_current_buf()
  local out = assert(io.open(os.getenv('WAYMARK_RECORDING'), 'w'))
  for _, step in ipairs(steps) do
    local title, keys, text = unpack(step)
    vim.fn.chansend(session, vim.api.nvim_replace_termcodes(keys, true, false, true))
    out:write('== ', title, '\n', await(buffer, text), '\n\n')
  end
  out:close()
  vim.fn.jobstop(session)
  vim.cmd('qall!')
end
