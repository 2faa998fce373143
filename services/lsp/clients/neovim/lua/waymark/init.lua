-- Client of `waymark lsp` for Neovim 0.7 and later: lenses, calls, and commands that show blast
-- radius and tests as quickfix lists or by vim.ui.select. `:help waymark` describes it. Answers follow the buffers, saved or not.
local M = {}

-- The checkout around a file; nil outside of any, where nothing is started: what lies around a
-- note in a home directory is no project.
local function checkout_of(file)
  if file:find('^%a[%w+.-]*://') then -- what another plugin shows, of another machine or a commit
    return nil
  end
  local directory = vim.fn.fnamemodify(file, ':p:h')
  while not vim.loop.fs_stat(directory .. '/.git') do -- a file in a second work tree
    local parent = vim.fn.fnamemodify(directory, ':h')
    if parent == directory then
      return nil
    end
    directory = parent
  end
  return directory
end

local defaults = {
  cmd = { 'waymark', 'lsp' },
  filetypes = {
    'c', 'cpp', 'cs', 'go', 'java', 'javascript', 'javascriptreact', 'php', 'python', 'ruby',
    'rust', 'typescript', 'typescriptreact',
  },
  providers = {}, -- of what a language's own server gives: 'references', 'hover', ...
  lenses = true,
  root_of = checkout_of,
}

local options = defaults
local is_set_up = false
local clients = {} -- by root

-- By either name that releases of Neovim have for it.
local function clients_of(buffer)
  if vim.lsp.get_clients then
    return vim.lsp.get_clients({ bufnr = buffer })
  end
  return vim.lsp.buf_get_clients(buffer)
end

local function client_of(buffer)
  for _, client in pairs(clients_of(buffer)) do
    if client.name == 'waymark' then
      return client
    end
  end
end

local function say(message, level)
  vim.notify('waymark: ' .. message, level or vim.log.levels.INFO)
end

local function request(client, ...)
  if vim.fn.has('nvim-0.11') == 1 then
    return client:request(...)
  end
  return client.request(...)
end

local function notify(client, ...)
  if vim.fn.has('nvim-0.11') == 1 then
    return client:notify(...)
  end
  return client.notify(...)
end

-- Neovim goes on to tell of changes, and does not tell of the name. To detach the buffer and attach
-- it again would have every change told twice.
local function tell_name(buffer, is_new)
  local client = client_of(buffer)
  if not client then
    return
  end
  local document = vim.lsp.util.make_text_document_params(buffer)
  if is_new then
    document.languageId = vim.bo[buffer].filetype
    document.version = vim.api.nvim_buf_get_changedtick(buffer)
    document.text = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, true), '\n') .. '\n'
  end
  notify(client, is_new and 'textDocument/didOpen' or 'textDocument/didClose', { textDocument = document })
end

local asked = {} -- how often a buffer's lenses were asked for

-- Unlike vim.lsp.codelens.refresh() also while an answer about an earlier text is awaited, which is
-- not shown then.
local function refresh_lenses(buffer)
  local client = client_of(buffer)
  if not options.lenses or not client then
    return
  end
  asked[buffer] = (asked[buffer] or 0) + 1
  local this = asked[buffer]
  request(client, 'textDocument/codeLens', { textDocument = vim.lsp.util.make_text_document_params(buffer) },
    function(failure, result, context, config)
      if asked[buffer] == this and vim.api.nvim_buf_is_loaded(buffer) then
        vim.lsp.codelens.on_codelens(failure, result, context, config)
      end
    end, buffer)
end

local function refresh_shown_lenses()
  local shown = {}
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    shown[vim.api.nvim_win_get_buf(window)] = true
  end
  for buffer in pairs(shown) do
    refresh_lenses(buffer)
  end
end

-- Asks the server to run a command and gives the result to `show`.
local function execute(name, argument, show)
  local client = client_of(0)
  if not client then
    return say('no server is attached to this buffer', vim.log.levels.WARN)
  end
  request(client, 'workspace/executeCommand', { command = name, arguments = { argument } },
    function(failure, result)
      if failure then
        return say(failure.message, vim.log.levels.ERROR)
      end
      show(result, client.offset_encoding)
    end, 0)
end

-- What stands at the cursor.
local function here()
  return vim.lsp.util.make_position_params(0, client_of(0) and client_of(0).offset_encoding)
end

-- What the server knows of and has not sent, and what it is not sure of, in lines.
local function remarks_of(result)
  local remarks = {}
  if result.omitted > 0 then
    table.insert(remarks, string.format('%d more are not listed', result.omitted))
  end
  if result.completeness.text ~= 'complete' then
    table.insert(remarks, result.completeness.text)
  end
  return remarks
end

-- A list of places: `entries` have a location and a text; `remarks` are lines that lead nowhere.
local function fill_quickfix(list, encoding)
  local items = {}
  for _, entry in ipairs(list.entries) do
    local item = vim.lsp.util.locations_to_items({ entry.location }, encoding)[1]
    if item then
      item.text = entry.text
      table.insert(items, item)
    end
  end
  for _, remark in ipairs(list.remarks) do
    table.insert(items, { text = remark, valid = 0 })
  end
  vim.fn.setqflist({}, ' ', { title = list.title, items = items })
  vim.cmd('botright copen | wincmd p')
end

local function jump_to(location, encoding)
  if vim.lsp.util.show_document then
    return vim.lsp.util.show_document(location, encoding, { focus = true })
  end
  return vim.lsp.util.jump_to_location(location, encoding)
end

-- By whatever the user has for vim.ui.select.
local function pick(list, encoding)
  vim.ui.select(list.entries, {
    prompt = table.concat(vim.list_extend({ list.title }, list.remarks), '; '),
    kind = 'waymark',
    format_item = function(entry)
      local item = vim.lsp.util.locations_to_items({ entry.location }, encoding)[1]
      local place = item and string.format('  %s:%d', vim.fn.fnamemodify(item.filename, ':~:.'), item.lnum) or ''
      return entry.text .. place
    end,
  }, function(entry)
    if entry then
      jump_to(entry.location, encoding)
    end
  end)
end

local function show_list(list, encoding, is_picked)
  if #list.entries == 0 then
    vim.fn.setqflist({}, ' ', { title = list.title, items = {} })
    return say(table.concat(vim.list_extend({ list.title }, list.remarks), '; '))
  end
  if is_picked then
    return pick(list, encoding)
  end
  fill_quickfix(list, encoding)
end

local function counted(number, singular)
  return string.format('%d %s%s', number, singular, number == 1 and '' or 's')
end

local function show_blast_radius(result, encoding, is_picked)
  local entries = {}
  for _, hop in ipairs(result.hops) do
    for _, symbol in ipairs(hop.hop > 0 and hop.symbols or {}) do
      table.insert(entries, {
        location = symbol.sites[1] or symbol.location,
        text = string.format('hop %d: %s', hop.hop, symbol.qualifiedName),
      })
    end
  end
  local affected = result.affected
  local reach = affected.beyondDepth and ' within ' .. counted(result.depth, 'hop') or ''
  show_list({
    title = string.format('Blast radius of %s%s: %s, %s, %s', result.symbol, reach, counted(affected.symbols, 'symbol'),
      counted(affected.files, 'file'), counted(affected.tests, 'test')),
    entries = entries,
    remarks = remarks_of(result),
  }, encoding, is_picked)
end

function M.blast_radius(depth, is_picked)
  local argument = here()
  if depth and depth ~= '' then
    argument.depth = tonumber(depth)
    if not argument.depth or argument.depth < 1 or argument.depth % 1 ~= 0 then
      return say(string.format('%q is no number of hops', depth), vim.log.levels.ERROR)
    end
  end
  execute('waymark.blastRadius', argument, function(result, encoding)
    show_blast_radius(result, encoding, is_picked)
  end)
end

function M.test_scope(_, is_picked)
  execute('waymark.testScope', here(), function(result, encoding)
    local entries = {}
    for _, test in ipairs(result.tests) do
      table.insert(entries, { location = test.location, text = string.format('hop %d: %s', test.hop, test.name) })
    end
    local remarks = remarks_of(result)
    for _, runner in ipairs(result.runners) do
      table.insert(remarks, runner.runner .. ' ' .. runner.arguments)
    end
    show_list({
      title = counted(#result.tests + result.omitted, 'test'),
      entries = entries,
      remarks = remarks,
    }, encoding, is_picked)
  end)
end

-- Of a task in words, else of the symbol at the cursor; goes to the registers " and +.
function M.context(task)
  local argument = here()
  if task and task ~= '' then
    argument = { task = task }
  end
  execute('waymark.context', argument, function(result)
    vim.fn.setreg('"', result.text)
    if vim.fn.has('clipboard') == 1 then
      vim.fn.setreg('+', result.text)
    end
    say(string.format('%d symbols in %d tokens copied', result.symbols, result.tokens))
  end)
end

function M.status()
  execute('waymark.status', vim.empty_dict(), function(result)
    for _, folder in ipairs(result.folders) do
      local text = 'not indexed yet'
      if folder.indexed then
        local late = folder.filesDiffering
        text = string.format('%d files, %d symbols, %s', folder.files, folder.symbols,
          late == 0 and 'up to date' or string.format('%s files have changed since', late == vim.NIL and 'some' or late))
      end
      say(folder.root .. ': ' .. text)
    end
  end)
end

-- For :checkhealth.
function M.state()
  return { is_set_up = is_set_up, cmd = options.cmd, lenses = options.lenses, roots = vim.tbl_keys(clients) }
end

local function start(root)
  local capabilities = vim.lsp.protocol.make_client_capabilities()
  capabilities.workspace.codeLens = { refreshSupport = true }
  return vim.lsp.start_client({
    name = 'waymark',
    cmd = options.cmd,
    root_dir = root,
    capabilities = capabilities,
    init_options = { providers = #options.providers > 0 and options.providers or nil },
    handlers = {
      ['workspace/codeLens/refresh'] = function()
        vim.schedule(refresh_shown_lenses)
        return vim.NIL
      end,
    },
    commands = {
      ['waymark.blastRadius'] = function(lens)
        execute(lens.command, lens.arguments[1], show_blast_radius)
      end,
    },
    on_attach = function(_, buffer)
      vim.schedule(function()
        refresh_lenses(buffer)
      end)
    end,
    on_exit = function(code, signal)
      clients[root] = nil
      if vim.v.exiting == vim.NIL and (code ~= 0 or signal ~= 0) then
        vim.schedule(function()
          say(root .. ': the server has ended; :edit starts it again', vim.log.levels.WARN)
        end)
      end
    end,
  })
end

local function attach(buffer)
  local file = vim.api.nvim_buf_get_name(buffer)
  if file == '' or vim.bo[buffer].buftype ~= '' then
    return
  end
  local root = options.root_of(file)
  if not root then
    return
  end
  clients[root] = clients[root] or start(root)
  if clients[root] then
    vim.lsp.buf_attach_client(buffer, clients[root])
  end
end

-- `given` may hold cmd, filetypes, providers, lenses, and root_of: a function that gives the directory
-- to index for a file, or nil.
function M.setup(given)
  options = vim.tbl_extend('force', defaults, given or {})
  is_set_up = true
  local group = vim.api.nvim_create_augroup('waymark', { clear = true })
  vim.api.nvim_create_autocmd('FileType', {
    group = group,
    pattern = options.filetypes,
    callback = function(event)
      attach(event.buf)
    end,
  })
  -- A buffer that gets another name is another document to the server.
  vim.api.nvim_create_autocmd({ 'BufFilePre', 'BufFilePost' }, {
    group = group,
    callback = function(event)
      tell_name(event.buf, event.event == 'BufFilePost')
    end,
  })
  vim.api.nvim_create_autocmd({ 'BufEnter', 'InsertLeave', 'TextChanged', 'BufWritePost' }, {
    group = group,
    callback = function(event)
      refresh_lenses(event.buf)
    end,
  })
  -- Those that were opened before the plugin was loaded.
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) and vim.tbl_contains(options.filetypes, vim.bo[buffer].filetype) then
      attach(buffer)
    end
  end
end

return M
