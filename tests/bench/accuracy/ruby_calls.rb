#!/usr/bin/env ruby
# frozen_string_literal: true

# The calls that Ruby code really makes while a program runs, as JSON lines for score.py.
#
# usage: ruby ruby_calls.rb ROOT TRUTH SCRIPT [ARGUMENT...]
#
# Runs SCRIPT with its arguments in this process and writes TRUTH at the end. What is written where a
# call comes from is read off the syntax tree (CRuby 3.1 or 3.2): a call is told when its name is that
# of the method that runs. Lines with calls that ran are covered; which other calls they hold is
# unknown. A method stands for those that it overrides too, since a call through a base type names
# them; its aliases stand for it. Through what Forwardable and Delegator define, the method behind is
# called. Kinds are "call", "construction" of a constant's value, "super", "operator" and "value":
# messages that a variable or another name stands for.

require 'json'
require 'set'

# What the syntax trees of the files say: places of aliases and of the openings of types.
class Declarations
  TREE = RubyVM::AbstractSyntaxTree

  attr_reader :aliases, :types

  def initialize(root)
    @aliases = Hash.new { |hash, name| hash[name] = [] }
    @types = Hash.new { |hash, name| hash[name] = [] }
    Dir.glob("#{root}/**/*.rb").sort.each do |path|
      read(TREE.parse_file(path), path, [])
    rescue SyntaxError, ArgumentError
      next
    end
  end

  private

  def read(node, path, around)
    return unless node.is_a?(TREE::Node)

    case node.type
    when :CLASS, :MODULE
      around += [name_of(node.children[0])]
      @types[around.join('::')] << [path, node.first_lineno]
    when :ALIAS, :VALIAS
      add_alias(node.children[0], path, node)
    when :FCALL
      first = node.children[1]
      add_alias(first.children[0], path, node) if node.children[0] == :alias_method && first
    end
    node.children.each { |child| read(child, path, around) }
  end

  def add_alias(name, path, node)
    name = name.children[0] if name.is_a?(TREE::Node)
    @aliases[name.to_sym] << [path, node.first_lineno] if name.respond_to?(:to_sym)
  end

  def name_of(node)
    return node.children.last.to_s unless node.type == :COLON2 && node.children[0]

    "#{name_of(node.children[0])}::#{node.children.last}"
  end
end

# One place in the source that calls, as the syntax tree has it.
Site = Struct.new(:path, :line, :name, :kind)

# What is called, by site.
class Trace
  CALLS = %i[CALL FCALL VCALL QCALL].freeze
  SUPERS = %i[SUPER ZSUPER].freeze
  SENDS = %i[send public_send __send__].freeze
  METHOD = Kernel.instance_method(:method)
  READ = File.method(:readlines) # as it is before a test replaces it
  PASSED_ON = %r{/(forwardable|delegate|forwardable/impl)\.rb\z}.freeze

  def initialize(root)
    @root = "#{File.realpath(root)}/"
    @sites = {} # by path, line, name and label of the frame
    @seen = {}  # by site: what was called, once
    @files = {}
    @places = {}
    @names = {}
    @hook = TracePoint.new(:call, :c_call) { |point| tell(point) }
  end

  def start
    @hook.enable
  end

  def stop
    @hook.disable
  end

  def write(path)
    declarations = Declarations.new(@root.chomp('/'))
    File.open(path, 'w') do |file|
      @seen.each do |site, examples|
        file.puts(JSON.generate({ covered: site.path, line: site.line }),
                  JSON.generate({ unknown: site.path, line: site.line }))
        told = examples.each_value.flat_map { |called| records_of(site, called, declarations) }
        told.group_by { |record| record.except(:targets) }.each do |record, same|
          targets = same.flat_map { |each| each[:targets] }.uniq
          file.puts(JSON.generate(record.merge(targets: targets)))
        end
      end
    end
  end

  private

  # A class made by `new`, or a method with what it overrides: places as absolute paths.
  Called = Struct.new(:name, :type, :places)

  def tell(point)
    native = point.event == :c_call
    path = point.path.to_s
    return if native && !path.start_with?(@root) && !PASSED_ON.match?(path)
    return if !native && PASSED_ON.match?(path)

    frames = caller_locations(native ? 2 : 3, 4)
    last = frames.index { |each| !PASSED_ON.match?(each.path) }
    frame = last && frames[last]
    return unless frame&.absolute_path&.start_with?(@root)

    site = site_of(frame, last.zero? ? point.callee_id : frames[last - 1].base_label.to_sym)
    return unless site

    seen = @seen[site] ||= {}
    # Of what a delegator calls the last is the method; before it comes what tells the object.
    return seen[:passed_on] = called_by(point) unless last.zero?

    key = [point.defined_class, point.method_id, point.callee_id]
    key << point.self if native && point.method_id == :new
    seen[key] ||= called_by(point)
  end

  # The site that a frame stands at, when it calls a method of that name there.
  def site_of(frame, name)
    key = [frame.absolute_path, frame.lineno, name, frame.label]
    @sites.fetch(key) { @sites[key] = read_site(frame, name) }
  end

  def read_site(frame, name)
    node = RubyVM::AbstractSyntaxTree.of(frame)
    return unless node

    node = node.children[0] if node.type == :ITER
    path = frame.absolute_path.delete_prefix(@root)
    if SUPERS.include?(node.type)
      Site.new(path, node.first_lineno, name.to_s, 'super') if frame.base_label == name.to_s
    elsif node.type == :OPCALL && node.children[1] == name
      Site.new(path, frame.lineno, name.to_s, 'operator')
    elsif CALLS.include?(node.type)
      written = node.children[%i[FCALL VCALL].include?(node.type) ? 0 : 1]
      return Site.new(path, frame.lineno, name.to_s, 'value') if SENDS.include?(written)

      Site.new(path, line_of(node, frame, name), name.to_s, kind_of(node)) if written == name
    end
  rescue ArgumentError, SyntaxError
    nil
  end

  def kind_of(node)
    made = node.children[1] == :new && %i[CONST COLON2 COLON3].include?(node.children[0].type)
    return 'construction' if made

    node.children.include?(:new) ? 'value' : 'call'
  end

  # The line of the name, which in a chain of calls is not always that of the frame.
  def line_of(node, frame, name)
    text = lines(frame.absolute_path)
    word = /(?<![\w@$:])#{Regexp.escape(name.to_s)}(?!\w)/
    all = (node.first_lineno..node.last_lineno)
    [frame.lineno, *all].find { |line| text[line - 1]&.match?(word) } || frame.lineno
  end

  def lines(path)
    @files[path] ||= READ.call(path, encoding: 'UTF-8').map(&:scrub)
  end

  def called_by(point)
    receiver = point.self
    if point.method_id == :new && Class === receiver
      made = receiver.instance_method(:initialize)
      return Called.new(:new, receiver.name || '', lineage(made))
    end
    method = METHOD.bind_call(receiver, point.callee_id)
    places = lineage(method)
    own = point.event == :call ? [point.path, point.lineno] : nil
    places = places.drop_while { |place| place != own } if places.include?(own)
    Called.new(point.callee_id, nil, places)
  rescue NameError, TypeError
    Called.new(point.callee_id, nil, [[point.path, point.lineno]])
  end

  # Where a method and those that it overrides are defined.
  def lineage(method)
    places = []
    while method
      path, line = method.source_location
      places << [path, named_line(path, line, method.original_name)] if path&.start_with?(@root)
      method = method.super_method
    end
    places
  end

  # Of several attributes that one statement defines, the line with the name.
  def named_line(path, line, name)
    text = lines(path)
    return line unless text[line - 1]&.match?(/\A\s*attr(_\w+)?\b/)

    word = /:#{Regexp.escape(name.to_s.delete_suffix('='))}(?![\w?!])/
    (line..line + 30).find { |at| text[at - 1]&.match?(word) } || line
  end

  def records_of(site, called, declarations)
    places = called.places
    unless called.type
      places += declarations.aliases[called.name] unless places.empty?
      told = record(site, site.name, site.kind, places)
      return site.kind == 'super' ? [told, told.merge(name: 'super')] : [told]
    end
    openings = declarations.types[called.type]
    openings = [constant_place(called.type)].compact if openings.empty?
    made = record(site, called.type.split('::').last.to_s, site.kind, openings + places)
    places.empty? ? [made] : [made, record(site, 'initialize', 'value', places)]
  end

  def constant_place(name)
    Object.const_source_location(name)
  rescue NameError
    nil
  end

  def record(site, name, kind, places)
    inside = places.select { |path, _| path.to_s.start_with?(@root) }
    inside = inside.map { |path, line| [path.delete_prefix(@root), line] }
    { call: site.path, line: site.line, name: name, kind: kind, targets: inside.uniq }
  end
end

root, truth, script = ARGV.shift(3)
abort 'usage: ruby_calls.rb ROOT TRUTH SCRIPT [ARGUMENT...]' unless script
trace = Trace.new(root)
truth = File.expand_path(truth)
# What is registered first runs last: test runners start at the end too.
at_exit do
  trace.stop
  trace.write(truth)
end
$PROGRAM_NAME = script
trace.start
load File.expand_path(script)
